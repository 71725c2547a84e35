#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""One data-parallel training step of one transformer block of GPT-2 small, as a rank program.

Published dimensions: width 768, 12 heads, feed-forward 3072, context 1024, biases everywhere, two layer norms
(Radford, Wu, Child, Luan, Amodei, Sutskever: "Language Models are Unsupervised Multitask Learners", 2019, and the
model code published with it). The number of heads changes no size.

Rules
* Every rank holds the whole block and works on its own sequences; gradients are summed over all ranks in bfloat16.
* Gradients come up in the reverse order of the forward pass, each bias before its weight, and are laid end to end in
  that order. A bucket closes when it is full, so a tensor may lie in several buckets and all buckets but the last are
  full. (PyTorch's DDP goes in the same order but never cuts a tensor: its buckets can exceed their size.)
* A bucket's allreduce starts when its last gradient is there and runs beside the computation of the next bucket.
* Computation: 2 FLOP per parameter and token forward, 4 backward (2 for the gradient of the input, 2 for that of the
  weight), spread over parameters evenly; products inside attention and layer-norm arithmetic are not counted.
* Once all buckets are summed: four allreduces of two float32 values each, one after the other, and a barrier.

Assumptions, all arguments: tokens per rank and step, sustained FLOP/s of an accelerator, bucket size, ranks.
Times are rounded up to whole nanoseconds.
"""

import argparse
import sys

WIDTH = 768
FEED_FORWARD = 3072
GRADIENT_BYTES = 2  # bfloat16

# Tensors of a block in the order of the forward pass, weight before bias as the modules list them.
TENSORS = [
    ("ln_1.weight", WIDTH),
    ("ln_1.bias", WIDTH),
    ("attn.c_attn.weight", WIDTH * 3 * WIDTH),
    ("attn.c_attn.bias", 3 * WIDTH),
    ("attn.c_proj.weight", WIDTH * WIDTH),
    ("attn.c_proj.bias", WIDTH),
    ("ln_2.weight", WIDTH),
    ("ln_2.bias", WIDTH),
    ("mlp.c_fc.weight", WIDTH * FEED_FORWARD),
    ("mlp.c_fc.bias", FEED_FORWARD),
    ("mlp.c_proj.weight", FEED_FORWARD * WIDTH),
    ("mlp.c_proj.bias", WIDTH),
]

# Two float32 values each.
SCALARS = [
    ("sum", "loss: sum over tokens, number of tokens"),
    ("max", "loss: highest of a sequence, longest sequence"),
    ("sum", "gradient norm: sum of squares of this rank's share, values that are not finite"),
    ("max", "gradient norm: largest magnitude, overflow flag"),
]


def buckets(limit):
    """Lists of (tensor, elements) pieces in backward order, each of `limit` elements at most."""
    result = [[]]
    room = limit
    for name, elements in reversed(TENSORS):
        while elements > 0:
            if room == 0:
                result.append([])
                room = limit
            piece = min(elements, room)
            result[-1].append((name, piece))
            elements -= piece
            room -= piece
    return result


def nanoseconds(flop, rate):
    return -(-flop * 10**9 // rate)


def size(count):
    for unit, scale in (("MiB", 1 << 20), ("KiB", 1 << 10)):
        if count % scale == 0:
            return f"{count // scale}{unit}"
    return f"{count}B"


def program(args):
    parameters = sum(elements for _, elements in TENSORS)
    parts = buckets(args.bucket // GRADIENT_BYTES)
    yield "# SPDX-License-Identifier: Apache-2.0"
    yield "# One data-parallel training step of one transformer block of GPT-2 small (124M): width 768, 12 heads,"
    yield f"# feed-forward 3072, {parameters} parameters, from the published dimensions (Radford et al., 2019)."
    yield "# Made by traces/make_transformer_step.py, which states the rules. Assumptions:"
    yield f"#   {args.tokens} tokens per rank and step, {args.flops} FLOP/s sustained, buckets of {size(args.bucket)}."
    yield "sharpsim-ranks 1"
    yield f"ranks {args.ranks}"
    yield ""
    yield "rank * {"
    yield f'  forward: compute {nanoseconds(2 * parameters * args.tokens, args.flops)}ns name "forward"'
    before = "forward"
    for i, part in enumerate(parts):
        elements = sum(n for _, n in part)
        names = f"{part[0][0]} to {part[-1][0]}" if len(part) > 1 else part[0][0]
        time = nanoseconds(4 * elements * args.tokens, args.flops)
        yield f'  backward{i}: compute {time}ns requires {before} name "{names}"'
        total = size(GRADIENT_BYTES * elements)
        yield f'  bucket{i}: allreduce {total} bfloat16 sum requires backward{i} name "{names}"'
        before = f"backward{i}"
    summed = ", ".join(f"bucket{i}" for i in range(len(parts)))
    for i, (operator, name) in enumerate(SCALARS):
        waits = f"requires {summed}" if i == 0 else "after"
        yield f'  scalar{i}: allreduce 8B float32 {operator} {waits} name "{name}"'
    yield "  barrier after"
    yield "}"


def positive(text):
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError("must be at least 1")
    return value


def bucket_bytes(text):
    value = positive(text)
    if value % GRADIENT_BYTES:
        raise argparse.ArgumentTypeError(f"must be a multiple of {GRADIENT_BYTES}")
    return value


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--ranks", type=positive, default=128)
    parser.add_argument("--tokens", type=positive, default=8192,
                        help="per rank and step (assumption: 8 sequences of 1024)")
    parser.add_argument("--flops", type=positive, default=200 * 10**12, help="sustained FLOP/s of a rank (assumption)")
    parser.add_argument("--bucket", type=bucket_bytes, default=4 << 20, help="bytes")
    parser.add_argument("--out", help="file to write; standard output without it")
    args = parser.parse_args()
    text = "\n".join(program(args)) + "\n"
    if args.out:
        with open(args.out, "w", encoding="ascii", newline="\n") as out:
            out.write(text)
    else:
        sys.stdout.write(text)


if __name__ == "__main__":
    main()

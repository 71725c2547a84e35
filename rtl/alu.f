// Sources of the reduction ALU, in dependency order, relative to this file.
reduction_pkg.sv
reduction_decode.sv
reduction_integer.sv
reduction_compare.sv
reduction_fp_add.sv
reduction_slot.sv
reduction_draw.sv
reduction_slice.sv
reduction_fault.sv
reduction_alu.sv

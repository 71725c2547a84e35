// SPDX-License-Identifier: Apache-2.0
#include "topology/ibnetdiscover_reader.h"

#include <array>
#include <fstream>
#include <stdexcept>
#include <vector>

#include "base/error.h"
#include "topology/ibnetdiscover_lines.h"
#include "topology/naming.h"

namespace sharpsim::topology {

namespace {

std::string read_text(const std::string& path)
{
    std::ifstream in{path, std::ios::binary};
    if (!in)
        throw InputError(path, 0, "cannot be read");
    std::string text;
    std::array<char, 65536> chunk{};
    while (in.read(chunk.data(), chunk.size()), in.gcount() > 0) {
        const std::string_view part{chunk.data(), static_cast<std::size_t>(in.gcount())};
        for (const char c : part)
            if (static_cast<unsigned char>(c) < ' ' && c != '\n' && c != '\t' && c != '\r')
                throw InputError(path, 0,
                                 "not a text file: it holds byte " +
                                     std::to_string(static_cast<unsigned char>(c)));
        text += part;
    }
    if (in.bad())
        throw InputError(path, 0, "cannot be read");
    return text;
}

// A value and the line that stated it; a second statement must be the same.
template <class T>
struct Stated {
    T value{};
    std::size_t line{0};
};

struct PortRecord {
    std::size_t line{0}; // 0: no line of its own
    PortLine parsed;
    Stated<std::uint16_t> lid;
    Stated<std::uint64_t> guid;
};

struct NodeRecord {
    std::size_t line{0};
    HeaderLine header;
    std::vector<PortRecord> ports; // [port]; [0] is the switch's own
};

class Reader {
public:
    Reader(const std::string& path, const ReadDefaults& defaults) :
        path_{path}, defaults_{defaults}, width_{defaults.width}, speed_{defaults.speed}
    {
    }

    Fabric read()
    {
        const std::string text = read_text(path_);
        std::size_t line = 0;
        for (std::size_t at = 0; at < text.size();) {
            std::size_t end = text.find('\n', at);
            if (end == std::string::npos)
                end = text.size();
            std::string_view view{text.data() + at, end - at};
            while (!view.empty() && (view.back() == '\r' || view.back() == ' ' || view.back() == '\t'))
                view.remove_suffix(1);
            line_ = ++line;
            guard([&] { take(view); });
            at = end + 1;
        }
        if (records_.empty())
            throw InputError(path_, 0,
                             "no Switch, Ca or Rt block: not an ibnetdiscover or ibsim file, or empty");
        resolve();
        return std::move(fabric_);
    }

private:
    // Runs `f` and puts file and line before whatever it complains about.
    template <class F>
    void guard(F f)
    {
        try {
            f();
        } catch (const std::invalid_argument& e) {
            throw InputError(path_, line_, e.what());
        } catch (const Located&) {
            throw;
        } catch (const InputError& e) {
            throw InputError(path_, line_, e.what());
        }
    }
    class Located : public InputError {
    public:
        using InputError::InputError;
    };
    [[noreturn]] void fail(std::size_t line, const std::string& text) const
    {
        throw Located(path_, line, text);
    }

    void take(std::string_view line);
    void take_assignment(const AssignmentLine& a);
    void take_header(const HeaderLine& header);
    void take_port(const PortLine& port);
    void resolve();
    void resolve_port(NodeIndex n, std::uint16_t port);
    void check_mirror(LinkEnd near, LinkEnd far);
    void connect(LinkEnd near, LinkEnd far);
    void set_lids();
    template <class T>
    void state(Stated<T>& slot, T value, std::size_t line, const char* what, LinkEnd end);
    [[nodiscard]] std::string where(LinkEnd end) const
    {
        return "\"" + records_[end.node].header.id + "\"[" + std::to_string(end.port.value()) + "]";
    }
    PortRecord& at(LinkEnd end) { return records_[end.node].ports[end.port.value()]; }
    PortRecord& lid_slot(LinkEnd end)
    {
        const bool sw = fabric_.node(end.node).is_switch();
        return records_[end.node].ports[sw ? 0 : end.port.value()];
    }

    const std::string& path_;
    const ReadDefaults& defaults_;
    LinkWidth width_;
    LinkSpeed speed_;
    std::size_t line_{0};
    std::vector<NodeRecord> records_;
    bool in_block_{false};
    std::size_t rates_in_comments_{0};                         // the first line with one
    std::array<std::optional<std::uint64_t>, 3> pending_guid_; // switch, channel adapter, router
    std::uint32_t vendor_{0};
    std::uint32_t device_{0};
    Fabric fabric_;
};

std::size_t guid_slot(NodeKind kind)
{
    return kind == NodeKind::switch_chip ? 0 : kind == NodeKind::router ? 2 : 1;
}

void Reader::take(std::string_view line)
{
    if (line.empty()) {
        in_block_ = false;
    } else if (line.front() == '#' || line.substr(0, 8) == "Chassis ") {
        return;
    } else if (is_port(line)) {
        take_port(parse_port(line));
    } else if (is_header(line)) {
        take_header(parse_header(line));
    } else if (is_assignment(line)) {
        in_block_ = false;
        take_assignment(parse_assignment(line));
    } else {
        throw std::invalid_argument("not a line of an ibnetdiscover or ibsim file: '" +
                                    std::string{line.substr(0, 40)} + "'");
    }
}

void Reader::take_assignment(const AssignmentLine& a)
{
    if (a.key == "switchguid")
        pending_guid_[0] = a.value;
    else if (a.key == "caguid" || a.key == "hcaguids")
        pending_guid_[1] = a.value;
    else if (a.key == "rtguid")
        pending_guid_[2] = a.value;
    else if (a.key == "vendid")
        vendor_ = static_cast<std::uint32_t>(a.value);
    else if (a.key == "devid")
        device_ = static_cast<std::uint32_t>(a.value);
    else if (a.key == "width")
        width_ = width_option(a.value);
    else if (a.key == "speed")
        speed_ = speed_option(a.value);
    else if (a.key == "extspeed")
        speed_ = extended_speed_option(a.value);
    else if (a.key != "sysimgguid")
        throw std::invalid_argument("unknown key '" + a.key + "='");
}

void Reader::take_header(const HeaderLine& header)
{
    Node node;
    node.kind = header.kind;
    node.id = header.id;
    node.description = header.description;
    node.ports = header.ports;
    node.vendor = vendor_;
    node.device = device_;
    node.lmc = header.lid.lmc;

    // ibnetdiscover's ids hold the GUID: a letter, '-' and 16 digits.
    std::optional<std::uint64_t> id_guid;
    if (header.id.size() == 18 && header.id[1] == '-' &&
        std::string_view{"SHR"}.find(header.id[0]) != std::string::npos &&
        header.id.find_first_not_of("0123456789abcdef", 2) == std::string::npos)
        id_guid = LineScanner{std::string_view{header.id}.substr(2)}.hexadecimal("node id");
    auto& pending = pending_guid_[guid_slot(header.kind)];
    if (pending && id_guid && *pending != *id_guid)
        throw std::invalid_argument("\"" + header.id + "\" and the GUID line before it name different GUIDs");
    // Locally administered EUI-64s, 256 apart so that the ports have room.
    constexpr std::uint64_t local = 0x0200000000000000ULL;
    node.guid = pending ? *pending : id_guid ? *id_guid : local + ((records_.size() + 1) << 8);
    pending.reset();

    fabric_.add_node(std::move(node));
    records_.push_back(NodeRecord{line_, header, std::vector<PortRecord>(header.ports + std::size_t{1})});
    in_block_ = true;
}

void Reader::take_port(const PortLine& port)
{
    if (!in_block_)
        throw std::invalid_argument("a port line outside of a Switch, Ca or Rt block");
    NodeRecord& record = records_.back();
    if (port.port == 0 || port.port > record.header.ports)
        throw std::invalid_argument("port " + std::to_string(port.port) + " of \"" + record.header.id +
                                    "\": it has ports 1 to " + std::to_string(record.header.ports));
    PortRecord& slot = record.ports[port.port];
    if (slot.line != 0)
        throw std::invalid_argument("port " + std::to_string(port.port) + " of \"" + record.header.id +
                                    "\" a second time, first on line " + std::to_string(slot.line));
    slot.line = line_;
    slot.parsed = port;
    if (port.rate_in_comment && rates_in_comments_ == 0)
        rates_in_comments_ = line_;
    if (!port.width)
        slot.parsed.width = width_;
    if (!port.speed)
        slot.parsed.speed = speed_;
}

template <class T>
void Reader::state(Stated<T>& slot, T value, std::size_t line, const char* what, LinkEnd end)
{
    if (slot.line != 0 && slot.value != value)
        fail(line, std::string{"another "} + what + " of " + where(end) + " than on line " +
                       std::to_string(slot.line));
    if (slot.line == 0)
        slot = Stated<T>{value, line};
}

void Reader::resolve()
{
    for (NodeIndex n = 0; n < records_.size(); ++n)
        if (const auto lid = records_[n].header.lid.lid)
            records_[n].ports[0].lid = Stated<std::uint16_t>{*lid, records_[n].line};
    for (NodeIndex n = 0; n < records_.size(); ++n)
        for (std::uint16_t p = 1; p < records_[n].ports.size(); ++p)
            if (records_[n].ports[p].line != 0)
                resolve_port(n, p);
    set_lids();
    assign_names(fabric_);
}

void Reader::resolve_port(NodeIndex n, std::uint16_t port)
{
    const LinkEnd near{n, PortId{port}};
    PortRecord& record = at(near);
    const PortLine& parsed = record.parsed;
    line_ = record.line;
    if (rates_in_comments_ != 0 && !parsed.rate_in_comment)
        fail(line_, "no width and speed (\"4xNDR\") at the end of the line, which line " +
                        std::to_string(rates_in_comments_) + " has");
    const LinkEnd far{fabric_.find_id(parsed.peer_id), PortId{parsed.peer_port}};
    if (far.node == no_node)
        fail(line_, "the far end \"" + parsed.peer_id +
                        "\" has no block in this file (unknown id, or the file is cut short)");
    const unsigned far_ports = records_[far.node].header.ports;
    if (parsed.peer_port == 0 || parsed.peer_port > far_ports)
        fail(line_, "port " + std::to_string(parsed.peer_port) + " of \"" + parsed.peer_id +
                        "\": it has ports 1 to " + std::to_string(far_ports));
    if (far.node == n)
        fail(line_, "\"" + parsed.peer_id + "\" is cabled to itself");

    check_mirror(near, far);
    if (parsed.own_lid.lid)
        state(lid_slot(near).lid, *parsed.own_lid.lid, line_, "LID", near);
    if (parsed.peer_lid)
        state(lid_slot(far).lid, *parsed.peer_lid, line_, "LID", far);
    if (parsed.port_guid)
        state(record.guid, *parsed.port_guid, line_, "port GUID", near);
    if (parsed.peer_port_guid)
        state(at(far).guid, *parsed.peer_port_guid, line_, "port GUID", far);
    if (near < far)
        connect(near, far);
}

void Reader::check_mirror(LinkEnd near, LinkEnd far)
{
    const PortRecord& back = at(far);
    const std::string claim = where(near) + " is said to be cabled to " + where(far);
    if (back.line == 0)
        fail(line_, claim + ", but the block of \"" + records_[far.node].header.id + "\" (line " +
                        std::to_string(records_[far.node].line) + ") has no line for that port");
    if (back.parsed.peer_id != records_[near.node].header.id || back.parsed.peer_port != near.port.value())
        fail(line_, claim + ", but line " + std::to_string(back.line) + " cables that port to \"" +
                        back.parsed.peer_id + "\"[" + std::to_string(back.parsed.peer_port) + "]");
}

void Reader::connect(LinkEnd near, LinkEnd far)
{
    const PortLine& x = at(near).parsed;
    const PortLine& y = at(far).parsed;
    const PortLine* slower = &x;
    if (x.width != y.width || x.speed != y.speed) {
        if (link_rate(*y.width, *y.speed).data() < link_rate(*x.width, *x.speed).data())
            slower = &y;
        fabric_.add_remark(path_ + ":" + std::to_string(line_) + ": " + where(near) + " runs at " +
                           rate_name(*x.width, *x.speed) + " and its far end " + where(far) + " (line " +
                           std::to_string(at(far).line) + ") at " + rate_name(*y.width, *y.speed) +
                           "; the slower one is taken");
    }
    const NodeKind kinds[] = {fabric_.node(near.node).kind, fabric_.node(far.node).kind};
    double metres = defaults_.host_cable;
    if (kinds[0] == NodeKind::aggregation_node || kinds[1] == NodeKind::aggregation_node)
        metres = 0;
    else if (kinds[0] == NodeKind::switch_chip && kinds[1] == NodeKind::switch_chip)
        metres = defaults_.switch_cable;
    guard([&] { fabric_.connect(near, far, *slower->width, *slower->speed, metres); });
}

void Reader::set_lids()
{
    bool any = false;
    for (const NodeRecord& record : records_)
        for (const PortRecord& port : record.ports)
            any = any || port.lid.line != 0;
    std::vector<std::size_t> owner(std::size_t{max_unicast_lid} + 1, 0); // line that stated it
    for (NodeIndex n = 0; n < records_.size(); ++n) {
        const bool sw = fabric_.node(n).is_switch();
        std::vector<EndPort> end_ports;
        for (std::uint16_t p = sw ? 0 : 1; p < (sw ? 1 : records_[n].ports.size()); ++p) {
            PortRecord& port = records_[n].ports[p];
            const bool cabled = sw || port.line != 0;
            if (any && cabled && port.lid.line == 0)
                fail(sw ? records_[n].line : port.line,
                     "no LID is given for " +
                         (sw ? "\"" + records_[n].header.id + "\"" : where({n, PortId{p}})) +
                         ", in a file that gives LIDs");
            if (any && cabled) {
                std::size_t& line = owner[port.lid.value];
                if (line != 0)
                    fail(port.lid.line, "LID " + std::to_string(port.lid.value) +
                                            " a second time, first on line " + std::to_string(line));
                line = port.lid.line;
            }
            if (!sw)
                end_ports.push_back(
                    EndPort{Lid{port.lid.value}, port.parsed.own_lid.lmc,
                            port.guid.line != 0 ? port.guid.value : fabric_.node(n).guid + p});
        }
        if (sw)
            fabric_.set_switch_lid(n, Lid{records_[n].ports[0].lid.value});
        else
            fabric_.set_end_ports(n, std::move(end_ports));
    }
    if (any)
        fabric_.index_lids();
    else
        guard([&] { fabric_.assign_lids(); });
}

} // namespace

Fabric read_fabric(const std::string& path, const ReadDefaults& defaults)
{
    return Reader{path, defaults}.read();
}

} // namespace sharpsim::topology

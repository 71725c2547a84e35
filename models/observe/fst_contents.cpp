// SPDX-License-Identifier: Apache-2.0
#include "observe/fst_contents.h"

#include <memory>

// Declares its functions with C linkage itself; the definitions are in Verilator's run time.
#include <gtkwave/fstapi.h>

#include "base/error.h"

namespace sharpsim {

FstContents read_fst_contents(const std::string& path)
{
    const std::unique_ptr<void, void (*)(void*)> reader{fstReaderOpen(path.c_str()), fstReaderClose};
    if (!reader)
        throw InputError(path + ": not a complete FST file");
    FstContents contents{
        Picoseconds{fstReaderGetStartTime(reader.get())}, Picoseconds{fstReaderGetEndTime(reader.get())}, {}};
    std::vector<std::string> scopes{""};
    while (const fstHier* item = fstReaderIterateHier(reader.get())) {
        if (item->htyp == FST_HT_SCOPE) {
            const std::string& parent = scopes.back();
            scopes.push_back((parent.empty() ? "" : parent + ".") + item->u.scope.name);
        } else if (item->htyp == FST_HT_UPSCOPE) {
            scopes.pop_back();
        } else if (item->htyp == FST_HT_VAR) {
            std::string name = item->u.var.name;
            const std::size_t space = name.find(' ');
            if (space != std::string::npos)
                name.erase(space, 1);
            contents.variables.push_back({scopes.back(), std::move(name), item->u.var.length,
                                          item->u.var.direction == FST_VD_OUTPUT,
                                          item->u.var.direction == FST_VD_INPUT});
        }
    }
    return contents;
}

} // namespace sharpsim

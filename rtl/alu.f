// Sources of the reduction ALU, in dependency order, relative to this file.
reduction_pkg.sv
reduction_decode.sv
reduction_minmax.sv
reduction_fp_add.sv
reduction_lane.sv
reduction_fault.sv
reduction_alu.sv

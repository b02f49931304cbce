// The resampler beside soxr: speed, purity, passband, latency, and the plots of the documentation.
// Run with `make bench ONLY=resampler-bench`; options: --speed, --quality (both if none is given),
// --plots FOLDER, --design (prints the coefficients of the filters of few taps).
// All on one processor, processor time of the thread. To see what machines without AVX-512 get, build with
// `-Xcc -DCKERNELS_AT_MOST_V3`.

import CMixPeers

let options = Array(CommandLine.arguments.dropFirst())
_ = mixpeers_pin(0)
if options.isEmpty || options.contains("--speed") {
    speedTable()
    floorTable()
}
if options.isEmpty || options.contains("--quality") { qualityTable() }
if options.contains("--design") { printDesigns() }
if let place = options.firstIndex(of: "--plots"), place + 1 < options.count { writePlots(into: options[place + 1]) }

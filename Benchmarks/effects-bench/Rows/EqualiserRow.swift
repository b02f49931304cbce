import SordinoGraph

/// The same bells in LSP's words; the beginning "Filter type 1" also names 10 to 15, which are switched off again.
private let tenBells: [(String, Float)] = {
    var settings: [(String, Float)] = []
    for band in 0..<10 {
        settings.append(("Filter type \(band)", 1))
        settings.append(("Frequency \(band) ", 31.25 * Float(1 << band)))
        settings.append(("Gain \(band) ", 1.5))
        settings.append(("Quality factor \(band)", 1.4))
    }
    for band in 10..<16 { settings.append(("Filter type \(band)", 0)) }
    return settings
}()

/// Ten bells an octave apart.
let equaliserRow = Row(
    name: "10-band EQ",
    unit: {
        let unit = NBandEQ(bandCount: 10)
        for band in 0..<10 {
            unit.set(NBandEQ.address(.bypass, band: band), to: 0)
            unit.set(NBandEQ.address(.frequency, band: band), to: 31.25 * Float(1 << band))
            unit.set(NBandEQ.address(.bandwidth, band: band), to: 1)
            unit.set(NBandEQ.address(.gain, band: band), to: band % 2 == 0 ? 4 : -3)
        }
        return unit
    },
    budget: 2260,
    peers: [
        .ladspa(
            "LSP parametric x16, ten bells", library: Peer.lsp,
            label: "http://lsp-plug.in/plugins/ladspa/para_equalizer_x16_stereo",
            settings: tenBells),
        .ladspa(
            "caps Eq10X2", library: "caps.so", label: "Eq10X2",
            settings: ["31 Hz", "63 Hz", "125 Hz", "250 Hz", "500 Hz", "1 kHz", "2 kHz", "4 kHz", "8 kHz", "16 kHz"]
                .map { ($0, 4) }),
        .sox((0..<10).map { "equalizer \(31 * (1 << $0)) 1o 4" }.joined(separator: " ")),
        .ffmpeg((0..<10).map { "equalizer=f=\(31 * (1 << $0)):t=o:w=1:g=4" }.joined(separator: ",")),
    ])

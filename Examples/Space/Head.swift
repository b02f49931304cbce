// The effect of the measured head on a source on the circle around it: an impulse from every fifth degree through
// AVAudioEnvironmentNode, beside the responses in libmysofa's default set (dots).

import AVFAudio
import CSOFA

private let frames = 960

func head(into folder: URL) throws {
    let rendered = try stride(from: 0.0, to: 360, by: 5).map { (angle: $0, ears: try response(from: $0)) }
    let measured = measurement("/usr/share/libmysofa/default.sofa")
    if measured.isEmpty { print("without libmysofa1 the head is a sphere, and there is nothing to compare with") }
    let diagrams = [1_000.0, 4_000, 10_000].map { hertz -> Polar in
        let heard = rendered.map { sample in
            (angle: sample.angle, levels: sample.ears.map { band($0, hertz, rate: 48_000) })
        }
        let file = measured.map { sample in
            (angle: sample.angle, levels: sample.ears.map { band($0, hertz, rate: sample.rate) })
        }
        // The file's level is its own: on average over the circle both are brought to one.
        let shift = mean(heard.flatMap(\.levels)) - mean(file.flatMap(\.levels))
        return Polar(
            title: "\(Int(hertz)) Hz, a third", range: -30...10, unit: "dB",
            curves: [
                ("left ear", heard.map { ($0.angle, $0.levels[0]) }),
                ("right ear", heard.map { ($0.angle, $0.levels[1]) }),
            ],
            dots: [
                file.map { ($0.angle, $0.levels[0] + shift) }, file.map { ($0.angle, $0.levels[1] + shift) },
            ])
    }
    let picture = polar("A source on the circle around the head; dots: as measured", diagrams)
    try picture.write(to: folder.appendingPathComponent("head-levels.svg"), atomically: true, encoding: .utf8)
    let delay = Polar(
        title: "How much later the far ear hears", range: 0...800, unit: "microseconds",
        curves: [("rendered", rendered.map { ($0.angle, abs(lead($0.ears, rate: 48_000)) * 1e6) })],
        dots: [measured.map { ($0.angle, abs(lead($0.ears, rate: $0.rate)) * 1e6) }])
    try polar("Delay between the ears", [delay]).write(
        to: folder.appendingPathComponent("head-delays.svg"), atomically: true, encoding: .utf8)
    print("head-levels.svg, head-delays.svg: \(rendered.count) directions, \(measured.count) measured ones")
    // How far the difference between the ears is from the measured one.
    for hertz in [1_000.0, 4_000, 10_000] {
        let errors = measured.map { sample -> Double in
            let near = rendered.min { distance($0.angle, sample.angle) < distance($1.angle, sample.angle) }
            guard let near, distance(near.angle, sample.angle) < 0.1 else { return .nan }
            let file = band(sample.ears[1], hertz, rate: sample.rate) - band(sample.ears[0], hertz, rate: sample.rate)
            return abs(band(near.ears[1], hertz, rate: 48_000) - band(near.ears[0], hertz, rate: 48_000) - file)
        }.filter { !$0.isNaN }.sorted()
        guard let worst = errors.last else { continue }
        print(
            String(
                format: "%5.0f Hz: level between the ears %.2f dB off in the median, %.2f at most", hertz,
                errors[errors.count / 2], worst))
    }
}

/// The impulse responses of both ears from an azimuth at ear height.
private func response(from azimuth: Double) throws -> [[Float]] {
    let stage = try Stage(blockFrames: AVAudioFrameCount(frames))
    let click = source { $0 == 0 ? 1 : 0 }
    stage.add(click)
    click.renderingAlgorithm = .HRTFHQ
    click.position = AVAudioMake3DPoint(Float(sin(azimuth * .pi / 180)), 0, Float(-cos(azimuth * .pi / 180)))
    try stage.engine.start()
    let buffer = try stage.block()
    return (0..<2).map { channel in
        (0..<frames).map { buffer.floatChannelData?[channel][$0] ?? 0 }
    }
}

/// The responses at ear height that stand in a SOFA file; none where it cannot be read.
private func measurement(_ path: String) -> [(angle: Double, ears: [[Float]], rate: Double)] {
    var set = csofa_set()
    guard csofa_read(path, true, &set) == CSOFA_OK, let places = set.positions, let samples = set.responses else {
        return []
    }
    defer { csofa_free(&set) }
    let count = Int(set.frame_count)
    return (0..<Int(set.direction_count)).compactMap { index in
        let (front, left, up) = (places[3 * index], places[3 * index + 1], places[3 * index + 2])
        guard abs(up) < 0.01 else { return nil }
        let ears = (0..<2).map { ear in
            Array(UnsafeBufferPointer(start: samples + (2 * index + ear) * count, count: count))
        }
        let angle = atan2(Double(-left), Double(front)) * 180 / .pi
        return (angle < 0 ? angle + 360 : angle, ears, Double(set.sample_rate))
    }.sorted { $0.0 < $1.0 }
}

/// The level of a response in a third of an octave, in decibels.
private func band(_ samples: [Float], _ hertz: Double, rate: Double) -> Double {
    var power = 0.0
    for part in 0..<8 {
        let (real, imaginary) = spectrum(samples, hertz * exp2((Double(part) - 3.5) / 24), rate)
        power += real * real + imaginary * imaginary
    }
    return 10 * log10(max(power / 8, 1e-10))
}

/// By how many seconds the right ear hears earlier: the slope of the phase between the ears from 400 Hz to 1.5 kHz.
private func lead(_ ears: [[Float]], rate: Double) -> Double {
    var (above, below, last) = (0.0, 0.0, 0.0)
    for hertz in stride(from: 200.0, through: 1_500, by: 50) {
        let (l, r) = (spectrum(ears[0], hertz, rate), spectrum(ears[1], hertz, rate))
        var phase = atan2(r.1 * l.0 - r.0 * l.1, r.0 * l.0 + r.1 * l.1)
        phase -= 2 * .pi * ((phase - last) / (2 * .pi)).rounded()
        last = phase
        guard hertz >= 400 else { continue }
        above += phase * hertz
        below += hertz * hertz
    }
    return above / below / (2 * .pi)
}

private func spectrum(_ samples: [Float], _ hertz: Double, _ rate: Double) -> (Double, Double) {
    let turn = 2 * Double.pi * hertz / rate
    let (cosine, sine) = (cos(turn), sin(turn))
    var (real, imaginary) = (0.0, 0.0)
    for sample in samples.reversed() {
        (real, imaginary) = (real * cosine + imaginary * sine + Double(sample), imaginary * cosine - real * sine)
    }
    return (real, imaginary)
}

private func mean(_ values: [Double]) -> Double { values.isEmpty ? 0 : values.reduce(0, +) / Double(values.count) }

private func distance(_ a: Double, _ b: Double) -> Double {
    let way = abs(a - b).truncatingRemainder(dividingBy: 360)
    return min(way, 360 - way)
}

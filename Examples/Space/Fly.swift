// A source flies around the head once to the right and once over it; a sound file and a picture show what both ears hear.

import AVFAudio

func fly(into folder: URL) throws {
    let stage = try Stage()
    let bee = source { time in 0.2 * hiss(time) * (0.6 + 0.4 * sin(2 * .pi * 11 * time)) }
    stage.add(bee)
    bee.renderingAlgorithm = .HRTFHQ
    try stage.engine.start()
    let file = try stage.file(folder.appendingPathComponent("fly.wav"))
    var levels: [(left: Double, right: Double)] = []
    // Eight seconds in blocks of a hundredth.
    for block in 0..<800 {
        let turn = 2 * Double.pi * Double(block % 400) / 400
        bee.position =
            block < 400
            ? AVAudioMake3DPoint(Float(1.5 * sin(turn)), 0, Float(-1.5 * cos(turn)))
            : AVAudioMake3DPoint(0, Float(1.5 * sin(turn)), Float(-1.5 * cos(turn)))
        let buffer = try stage.block()
        levels.append((level(buffer, 0), level(buffer, 1)))
        try file.write(from: buffer)
    }
    let picture = lines(
        "A source flies around the head (4 s) and over it (4 s)", unit: "dB", range: -50...(-10),
        labels: ["0 s", "2 s", "4 s", "6 s", "8 s"],
        curves: [
            ("left ear", averaged(levels.map(\.left))), ("right ear", averaged(levels.map(\.right))),
        ])
    try picture.write(to: folder.appendingPathComponent("fly.svg"), atomically: true, encoding: .utf8)
    print("fly.wav, fly.svg")
    for (second, name) in [(1, "on the right"), (3, "on the left"), (5, "above")] {
        let part = levels[second * 100 - 5..<second * 100 + 5]
        let (left, right) = (part.map(\.left).reduce(0, +) / 10, part.map(\.right).reduce(0, +) / 10)
        print(String(format: "%@: left %.1f dB, right %.1f dB", name, left, right))
    }
}

/// Means over a tenth of a second.
private func averaged(_ values: [Double]) -> [Double] {
    values.indices.map { index in
        let part = values[max(index - 5, 0)...min(index + 5, values.count - 1)]
        return part.reduce(0, +) / Double(part.count)
    }
}

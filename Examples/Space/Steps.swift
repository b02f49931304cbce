// A game in the terminal. The player walks over a field of 11 by 7 places and looks up the screen; a fountain stands to the right,
// and something walks two steps behind. Every key is a tenth of a second of steps.wav.

import AVFAudio

private struct Walker {
    var (x, y) = (2, 5)
    /// Where it was, the latest place last.
    var trail: [(x: Int, y: Int)] = []

    /// Goes where a key says, within the field; whether it did.
    mutating func walk(_ key: Character) -> Bool {
        var (newX, newY) = (x, y)
        switch key {
        case "w": newY -= 1
        case "s": newY += 1
        case "a": newX -= 1
        case "d": newX += 1
        default: return false
        }
        guard (0..<11).contains(newX), (0..<7).contains(newY), (newX, newY) != fountain else { return false }
        trail.append((x, y))
        (x, y) = (newX, newY)
        return true
    }

    var follower: (x: Int, y: Int)? { trail.count >= 2 ? trail[trail.count - 2] : nil }
}

private let fountain = (8, 2)

func steps(into folder: URL) throws {
    let stage = try Stage(blockFrames: 4_800)
    let water = source { 0.1 * hiss($0) }
    let feet = AVAudioPlayerNode()
    let behind = AVAudioPlayerNode()
    for node in [water, feet, behind] { stage.add(node) }
    for source in [water, feet, behind] as [any AVAudio3DMixing] { source.renderingAlgorithm = .HRTF }
    water.position = point(fountain)
    stage.environment.reverbParameters.enable = true
    stage.environment.reverbParameters.loadFactoryReverbPreset(.mediumHall)
    water.reverbBlend = 0.2
    stage.environment.listenerPosition = AVAudioMake3DPoint(2, 1.6, 5)
    try stage.engine.start()
    feet.play()
    behind.play()
    let file = try stage.file(folder.appendingPathComponent("steps.wav"))
    var walker = Walker()
    draw(walker)
    while let line = readLine() {
        for key in line {
            if key == "q" { return print("steps.wav") }
            if walker.walk(key) {
                let place = point((walker.x, walker.y))
                stage.environment.listenerPosition = AVAudioMake3DPoint(place.x, 1.6, place.z)
                feet.position = place
                feet.scheduleBuffer(step(low: 90), at: nil)
                if let follower = walker.follower {
                    behind.position = point(follower)
                    behind.scheduleBuffer(step(low: 60), at: nil)
                }
            }
            try file.write(from: try stage.block())
        }
        draw(walker)
    }
    print("steps.wav")
}

/// A place of the field in metres; the screen's top is ahead.
private func point(_ place: (Int, Int)) -> AVAudio3DPoint { AVAudioMake3DPoint(Float(place.0), 0, Float(place.1)) }

private func draw(_ walker: Walker) {
    for y in 0..<7 {
        let row = (0..<11).map { x -> String in
            if (x, y) == (walker.x, walker.y) { return "@" }
            if (x, y) == fountain { return "~" }
            if let follower = walker.follower, (x, y) == (follower.x, follower.y) { return "&" }
            return "."
        }
        print(row.joined(separator: " "))
    }
    print("w a s d and Return, q ends")
}

/// A foot on gravel.
private func step(low hertz: Double) -> AVAudioPCMBuffer {
    guard let buffer = AVAudioPCMBuffer(pcmFormat: planar(channels: 1), frameCapacity: 4_800),
        let data = buffer.floatChannelData?[0]
    else { preconditionFailure("floats always have a buffer") }
    buffer.frameLength = 4_800
    for frame in 0..<4_800 {
        let time = Double(frame) / 48_000
        data[frame] = Float(
            0.5 * sin(2 * .pi * hertz * time) * exp(-50 * time) + 0.15 * hiss(time) * exp(-30 * time))
    }
    return buffer
}

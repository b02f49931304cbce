// A piano roll beside its spectrogram: the notes of a score as they are written, and below them what is heard, key by key.

import AVFAudio

/// A note of the picture, in beats.
private struct RollNote {
    let key: Int
    let beat: Double
    let duration: Double
}

private let keys = 46...84
private let columnsPerSecond = 10.0
/// Rises and falls as a sine squared.
private let window = (0..<4_096).map { pow(sin(Double.pi * Double($0) / 4_096), 2) }

/// The power of a key's frequency in the frames from a place on.
private func power(_ samples: UnsafeBufferPointer<Float>, key: Int, at start: Int) -> Double {
    // Goertzel's algorithm.
    let step = 2 * Double.pi * 440 * pow(2, Double(key - 69) / 12) / 48_000
    let factor = 2 * cos(step)
    var (last, beforeLast) = (0.0, 0.0)
    for (index, weight) in window.enumerated() where start + index < samples.count {
        let present = Double(samples[start + index]) * weight + factor * last - beforeLast
        (beforeLast, last) = (last, present)
    }
    return (last * last + beforeLast * beforeLast - factor * last * beforeLast) / Double(window.count * window.count)
}

func roll(into folder: URL) throws {
    let midiFile = folder.appendingPathComponent("score.mid")
    try writeScore(to: midiFile)
    let engine = try samplerEngine([AVAudioUnitSampler()])
    let sequencer = AVAudioSequencer(audioEngine: engine)
    try sequencer.load(from: midiFile)
    var notes: [RollNote] = []
    for track in sequencer.tracks {
        track.enumerateEvents(in: AVBeatRange(start: 0, length: track.lengthInBeats)) { event, beat, _ in
            guard let note = event as? AVMIDINoteEvent else { return }
            notes.append(RollNote(key: Int(note.key), beat: beat.pointee, duration: note.duration))
        }
    }
    try sequencer.start()
    let seconds = 4.0
    try render(engine, seconds: seconds, to: folder.appendingPathComponent("roll.wav"))

    let file = try AVAudioFile(forReading: folder.appendingPathComponent("roll.wav"))
    guard let buffer = AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: AVAudioFrameCount(file.length))
    else { return }
    try file.read(into: buffer)
    guard let data = buffer.floatChannelData else { return }
    let samples = UnsafeBufferPointer(start: data[0], count: Int(buffer.frameLength))
    let (width, height) = (8.0, 6.0)
    let columns = Int(seconds * columnsPerSecond)
    var svg = """
        <svg xmlns="http://www.w3.org/2000/svg" width="\(Double(columns) * width)" \
        height="\(Double(2 * keys.count + 2) * height)"><rect width="100%" height="100%" fill="#111"/>\n
        """
    func row(_ key: Int) -> Double { Double(keys.upperBound - key) * height }
    for note in notes {
        // At 120 beats a minute a beat is half a second.
        svg += """
            <rect x="\(note.beat / 2 * columnsPerSecond * width)" y="\(row(note.key))" \
            width="\(note.duration / 2 * columnsPerSecond * width)" height="\(height)" fill="#4cf"/>\n
            """
    }
    // The keys that are louder than both of their neighbours, by column.
    var peaks: [Set<Int>] = []
    for column in 0..<columns {
        let start = Int(Double(column) / columnsPerSecond * 48_000)
        let powers = keys.map { power(samples, key: $0, at: start) }
        peaks.append(
            Set(
                powers.indices.dropFirst().dropLast().filter { index in
                    powers[index] > 1e-5 && powers[index] > max(powers[index - 1], powers[index + 1])
                }.map { keys.lowerBound + $0 }))
        for (index, power) in powers.enumerated() where power > 1e-5 {
            let light = min(1, max(0, 1 + log10(power / 1e-2) / 3))
            svg += """
                <rect x="\(Double(column) * width)" y="\(row(keys.lowerBound + index) + Double(keys.count + 2) * height)" \
                width="\(width)" height="\(height)" fill="#fc4" opacity="\((light * 100).rounded() / 100)"/>\n
                """
        }
    }
    try (svg + "</svg>\n").write(to: folder.appendingPathComponent("roll.svg"), atomically: true, encoding: .utf8)
    let seen = notes.count { note in
        let (first, last) = (note.beat / 2, (note.beat + note.duration) / 2)
        return peaks[Int(first * columnsPerSecond)..<Int(last * columnsPerSecond)].contains { $0.contains(note.key) }
    }
    print("roll.svg: \(notes.count) notes, \(seen) of them seen in the spectrogram")
}

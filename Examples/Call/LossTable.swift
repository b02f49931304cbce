import AVFAudio
import Foundation

/// The cost of lost packets: speech through the codec over a network that loses some, beside the same without losses.
struct LossTable {
    private let kind: SpeechKind
    private let packets: [[UInt8]]
    private let whole: [[Float]]
    /// For each bin a cosine and a sine of a packet's length.
    private let bins: [[(Double, Double)]]

    /// Encodes speech.
    ///
    /// - Parameter speech: At 48 kHz.
    init?(_ speech: [Float], _ kind: SpeechKind) {
        guard let sender = SpeechCodec(kind), let receiver = SpeechCodec(kind) else { return nil }
        self.kind = kind
        let frames = kind.frames
        var packets: [[UInt8]] = []
        for start in stride(from: 0, to: speech.count - frames + 1, by: frames) {
            packets += sender.encode(speech[start..<start + frames])
        }
        bins = (1...40).map { bin in
            (0..<frames).map { frame in
                let window = 0.5 - 0.5 * cos(2 * .pi * Double(frame) / Double(frames))
                let angle = 2 * Double.pi * Double(bin) * 100 * Double(frame) / 48_000
                return (window * cos(angle), window * sin(angle))
            }
        }
        self.packets = packets
        whole = packets.map { receiver.decode($0) }
    }

    /// Reads the first channel of a sound file at 48 kHz.
    static func speech(_ path: String) throws -> [Float] {
        let file = try AVAudioFile(forReading: URL(fileURLWithPath: path))
        guard let format = AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 1),
            let input = AVAudioPCMBuffer(
                pcmFormat: file.processingFormat, frameCapacity: AVAudioFrameCount(file.length)),
            let output = AVAudioPCMBuffer(
                pcmFormat: format,
                frameCapacity: AVAudioFrameCount(Double(file.length) * 48_000 / file.fileFormat.sampleRate) + 4_096),
            let converter = AVAudioConverter(from: file.processingFormat, to: format)
        else { return [] }
        try file.read(into: input)
        nonisolated(unsafe) var next: AVAudioBuffer? = input
        _ = converter.convert(to: output, error: nil) { _, status in
            status.pointee = next == nil ? .endOfStream : .haveData
            defer { next = nil }
            return next
        }
        return Array(UnsafeBufferPointer(start: output.floatChannelData?[0], count: Int(output.frameLength)))
    }

    /// Decodes what comes through.
    ///
    /// - Parameters:
    ///   - percent: Of a hundred packets so many are lost, by chance but the same in every run.
    ///   - conceals: Whether the codec makes up for them; else there is silence.
    func received(losing percent: Int, conceals: Bool) -> [[Float]] {
        guard let codec = SpeechCodec(kind) else { return [] }
        var seed: UInt32 = 7
        return packets.map { packet in
            seed = seed &* 1_664_525 &+ 1_013_904_223
            guard Int(seed >> 8) % 100 < percent else { return codec.decode(packet) }
            return conceals ? codec.conceal() : [Float](repeating: 0, count: kind.frames)
        }
    }

    /// The mean distance of spectra from the speech without losses, in decibels: of the packets with speech,
    /// the root of the mean square over the bins from 100 to 4,000 Hz, none counted below -60 dB of the loudest.
    func distance(_ received: [[Float]]) -> Double {
        let levels = whole.map(spectrum)
        let floor = (levels.joined().max() ?? 0) - 60
        var (sum, count) = (0.0, 0.0)
        for (reference, frame) in zip(levels, received) where (reference.max() ?? floor) > floor + 20 {
            let found = spectrum(frame)
            let squares = zip(reference, found).map { pow(max($0, floor) - max($1, floor), 2) }
            sum += (squares.reduce(0, +) / Double(squares.count)).squareRoot()
            count += 1
        }
        return sum / max(count, 1)
    }

    private func spectrum(_ samples: [Float]) -> [Double] {
        bins.map { bin in
            var (real, imaginary) = (0.0, 0.0)
            for (sample, wave) in zip(samples, bin) {
                real += Double(sample) * wave.0
                imaginary += Double(sample) * wave.1
            }
            return 10 * log10(real * real + imaginary * imaginary + 1e-12)
        }
    }

    /// Prints the table; writes what was received as float32 at 48 kHz where there is a folder: `loss-PERCENT.codec`, `.silence`.
    func run(folder: String?) {
        print("lost %   distance, dB: the codec makes up   silence")
        for percent in [0, 1, 2, 5, 10, 20] {
            var cells: [Double] = []
            for conceals in [true, false] {
                let frames = received(losing: percent, conceals: conceals)
                cells.append((distance(frames) * 100).rounded() / 100)
                guard let folder else { continue }
                let samples = frames.flatMap { $0 }
                let data = samples.withUnsafeBytes { Data($0) }
                try? data.write(
                    to: URL(fileURLWithPath: folder + "/loss-\(percent)." + (conceals ? "codec" : "silence")))
            }
            print("\(percent) \(cells[0]) \(cells[1])")
        }
    }
}

import CMixPeers
import SordinoSignal

/// One that changes rates: ours at a quality, or soxr at a recipe.
enum Converter {
    case ours(ResamplerQuality)
    case soxr(name: String, recipe: Int32)

    static let ours: [Converter] = ResamplerQuality.allCases.map { .ours($0) }
    static let peers: [Converter] = [
        .soxr(name: "quick", recipe: 0), .soxr(name: "HQ", recipe: 4), .soxr(name: "VHQ", recipe: 6),
    ]

    var name: String {
        switch self {
        case .ours(let quality): "\(quality)"
        case .soxr(let name, _): "soxr \(name)"
        }
    }

    /// A running conversion of a stereo stream, fed block by block.
    func start(from: Double, to: Double) -> Conversion {
        switch self {
        case .ours(let quality): OurConversion(from: from, to: to, quality: quality)
        case .soxr(_, let recipe): SoxrConversion(from: from, to: to, recipe: recipe)
        }
    }

    /// A whole signal converted, in blocks of 512 frames; any delay is allowed.
    func convert(_ input: [Float], from: Double, to: Double) -> [Float] {
        let conversion = start(from: from, to: to)
        var output: [Float] = []
        output.reserveCapacity(Int(Double(input.count) * to / from) + 16)
        var done = 0
        while done < input.count {
            let count = min(512, input.count - done)
            output += conversion.feed(input[done..<done + count])
            done += count
        }
        return output
    }
}

/// A stereo stream on its way.
protocol Conversion: AnyObject {
    /// Takes the same samples in both channels and gives those of the left.
    func feed(_ samples: ArraySlice<Float>) -> [Float]
    /// Takes a block that was given before, for timing.
    func repeatLast(frameCount: Int)
}

/// Room for a block of any ratio that is measured here.
private let room = 65_536

final class OurConversion: Conversion {
    private let resampler: Resampler
    private let input = UnsafeMutablePointer<UnsafeMutablePointer<Float>>.allocate(capacity: 2)
    private let output = UnsafeMutablePointer<UnsafeMutablePointer<Float>>.allocate(capacity: 2)

    init(from: Double, to: Double, quality: ResamplerQuality) {
        resampler = Resampler(channelCount: 2, inputRate: from, outputRate: to, quality: quality)
        for channel in 0..<2 {
            input[channel] = .allocate(capacity: 8192)
            for frame in 0..<8192 { input[channel][frame] = Float(frame % 37) / 50 - 0.3 }
            output[channel] = .allocate(capacity: room)
        }
    }

    func feed(_ samples: ArraySlice<Float>) -> [Float] {
        for (frame, sample) in samples.enumerated() {
            input[0][frame] = sample
            input[1][frame] = sample
        }
        let made = resampler.renderer.process(
            input, inputFrames: samples.count, into: output, outputFrames: room)
        return Array(UnsafeBufferPointer(start: output[0], count: made.produced))
    }

    func repeatLast(frameCount: Int) {
        _ = resampler.renderer.process(input, inputFrames: frameCount, into: output, outputFrames: room)
    }

    deinit {
        for channel in 0..<2 {
            input[channel].deallocate()
            output[channel].deallocate()
        }
        input.deallocate()
        output.deallocate()
    }
}

final class SoxrConversion: Conversion {
    private let soxr: OpaquePointer?
    private let input = UnsafeMutablePointer<Float>.allocate(capacity: 16_384)
    private let output = UnsafeMutablePointer<Float>.allocate(capacity: 2 * room)

    init(from: Double, to: Double, recipe: Int32) {
        soxr = mixpeers_soxr_make(from, to, recipe)
        for frame in 0..<16_384 { input[frame] = Float(frame / 2 % 37) / 50 - 0.3 }
    }

    func feed(_ samples: ArraySlice<Float>) -> [Float] {
        guard let soxr else { return [] }
        for (frame, sample) in samples.enumerated() {
            input[2 * frame] = sample
            input[2 * frame + 1] = sample
        }
        let made = mixpeers_soxr_process(soxr, input, samples.count, output, room)
        return (0..<made).map { output[2 * $0] }
    }

    func repeatLast(frameCount: Int) {
        guard let soxr else { return }
        _ = mixpeers_soxr_process(soxr, input, frameCount, output, room)
    }

    deinit {
        if let soxr { mixpeers_soxr_free(soxr) }
        input.deallocate()
        output.deallocate()
    }
}

import SordinoRealtime

/// Recorded frames of one channel that notes are made of, wherever they lie.
package struct InstrumentSample: Sendable {
    /// How the frames are stored.
    package enum Frames {
        /// 16-bit integers of this machine's byte order.
        case int16(UnsafePointer<Int16>)
        case float32(UnsafePointer<Float>)
    }

    /// The lower bits of samples of 24 bits.
    package struct LowBytes {
        package var start: UnsafePointer<UInt8>

        /// Points to the byte of the first frame.
        package init(_ start: UnsafePointer<UInt8>) { self.start = start }
    }

    /// The samples, which `owner` keeps in memory.
    package var frames: Frames {
        get { place.value.frames }
        set { place = Lent((newValue, lowBytes)) }
    }
    /// The lower eight bits of 24, one byte a frame, where `frames` are the upper 16; nil for none.
    package var lowBytes: LowBytes? {
        get { place.value.lowBytes }
        set { place = Lent((frames, newValue)) }
    }
    private var place: Lent<(frames: Frames, lowBytes: LowBytes?)>
    package var frameCount: Int
    /// The first frame of the loop, and the one behind its last.
    package var loop: Range<Int>
    /// The rate of the recording, in hertz.
    package var sampleRate: Double
    /// The key at which it sounds as recorded.
    package var rootKey: Int
    /// Cents that bring the recording into tune.
    package var correctionCents: Int
    /// Keeps the frames in memory.
    package let owner: AnyObject & Sendable

    /// Describes frames that `owner` keeps in memory.
    package init(
        _ frames: Frames, frameCount: Int, loop: Range<Int>, sampleRate: Double, rootKey: Int = 60,
        correctionCents: Int = 0, owner: AnyObject & Sendable
    ) {
        place = Lent((frames, nil))
        self.frameCount = frameCount
        self.loop = loop
        self.sampleRate = sampleRate
        self.rootKey = rootKey
        self.correctionCents = correctionCents
        self.owner = owner
    }
}

/// Frames in memory of their own.
package final class OwnedFrames: Sendable {
    /// The samples of one channel; `count` of them.
    package var floats: UnsafeMutablePointer<Float> { memory.value }
    package let count: Int
    private let memory: Lent<UnsafeMutablePointer<Float>>

    /// Allocates `count` frames of silence.
    package init(count: Int) {
        self.count = count
        memory = Lent(.allocate(capacity: max(count, 1)))
        floats.initialize(repeating: 0, count: max(count, 1))
    }

    /// Allocates a copy of `samples`.
    package convenience init(_ samples: [Float]) {
        self.init(count: samples.count)
        for index in 0..<samples.count { floats[index] = samples[index] }
    }

    deinit { floats.deallocate() }
}

import SordinoRealtime

/// The data plane: the function that a stream calls on the render thread, once per block.
///
/// - Thread: render. The function may not allocate, lock, log or trap.
package struct StreamRenderer: Sendable {
    /// The context, and a pointer to one `StreamCycle` (raw, because C cannot represent a pointer to a Swift struct).
    package typealias Render = @convention(c) (UnsafeMutableRawPointer, UnsafeRawPointer) -> Void

    package let render: Render
    /// Owned by the code that opened the stream; must live until `HardwareStream.stop` has returned.
    package var context: UnsafeMutableRawPointer { lent.value }
    private let lent: Lent<UnsafeMutableRawPointer>

    package init(context: UnsafeMutableRawPointer, render: @escaping Render) {
        lent = Lent(context)
        self.render = render
    }
}

/// One block of one stream: planar float samples and the time that they belong to.
package struct StreamCycle {
    /// Frames to make and frames given, at `sampleRate`.
    package var frameCount: Int
    /// The first frame's place on the stream's own time line, which starts at 0 with `start()`.
    package var sampleTime: Int64
    /// The time at which the first output frame leaves the hardware's buffer: nanoseconds on the device's time line.
    package var hostNanoseconds: Int64
    /// The rate in hertz.
    package var sampleRate: Double
    /// `outputChannelCount` pointers to `frameCount` floats, zeroed before the call.
    package var output: UnsafePointer<UnsafeMutablePointer<Float>>?
    package var outputChannelCount: Int
    /// `inputChannelCount` pointers to `frameCount` floats.
    package var input: UnsafePointer<UnsafeMutablePointer<Float>>?
    package var inputChannelCount: Int
    /// The output port's mix of one block ago, if the stream asked for it.
    package var reference: UnsafePointer<UnsafeMutablePointer<Float>>?
    package var referenceChannelCount: Int

    /// - Thread: render. No heap, no lock.
    @_noAllocation @_noLocks
    package init(
        frameCount: Int, sampleTime: Int64, hostNanoseconds: Int64, sampleRate: Double,
        output: UnsafePointer<UnsafeMutablePointer<Float>>?, outputChannelCount: Int,
        input: UnsafePointer<UnsafeMutablePointer<Float>>? = nil, inputChannelCount: Int = 0,
        reference: UnsafePointer<UnsafeMutablePointer<Float>>? = nil, referenceChannelCount: Int = 0
    ) {
        self.frameCount = frameCount
        self.sampleTime = sampleTime
        self.hostNanoseconds = hostNanoseconds
        self.sampleRate = sampleRate
        self.output = output
        self.outputChannelCount = outputChannelCount
        self.input = input
        self.inputChannelCount = inputChannelCount
        self.reference = reference
        self.referenceChannelCount = referenceChannelCount
    }
}

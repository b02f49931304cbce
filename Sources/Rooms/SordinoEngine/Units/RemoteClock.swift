import CoreAudioTypes

/// The start of the hardware unit, and the lines of its sample times; belongs to the render thread while it runs.
struct RemoteClock {
    /// Blocks that begin before it are silent: host ticks, or frames since the first block; 0 for neither.
    private(set) var startHostTime: UInt64 = 0
    private(set) var startFrame: Double = 0
    /// The sample time of the first block.
    var firstFrame: Double = 0
    var hasBegun = false
    var given = RemoteTimeLine()
    var wanted = RemoteTimeLine()

    init() {}

    /// - Parameters:
    ///   - start: Its host time if that is valid, else its sample time; nil for at once.
    ///   - startsAtZero: Whether sample times begin with the start.
    init(start: AudioTimeStamp?, startsAtZero: Bool, givenRate: Double, wantedRate: Double) {
        if let start, start.mFlags.contains(.hostTimeValid) {
            startHostTime = start.mHostTime
        } else if let start, start.mFlags.contains(.sampleTimeValid), start.mSampleTime.isFinite {
            startFrame = start.mSampleTime
        }
        given = RemoteTimeLine(rate: startsAtZero ? 0 : givenRate)
        wanted = RemoteTimeLine(rate: startsAtZero ? 0 : wantedRate)
    }
}

/// Sample times that begin at 0 with the start, or on the device's line: what the host's clock said with the first block, counted on
/// from there.
struct RemoteTimeLine {
    /// The rate of the device line in frames a second; 0 for a line that begins with the start.
    var rate: Double = 0
    var offset: Double = 0
    var isKnown = false
}

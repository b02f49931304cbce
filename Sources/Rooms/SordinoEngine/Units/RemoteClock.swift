import CoreAudioTypes

/// The start of the hardware's unit, and the line of its sample times; belongs to the render thread while it runs.
struct RemoteClock {
    /// Blocks that begin before it are silent: ticks of the host's clock, or frames of the program's; 0 for neither.
    private(set) var startHostTime: UInt64 = 0
    private(set) var startFrame: Double = 0
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
        guard !startsAtZero else { return }
        given = RemoteTimeLine(rate: givenRate)
        wanted = RemoteTimeLine(rate: wantedRate)
    }
}

/// Sample times on the device's line: what the host's clock said with the first block, counted on from there.
struct RemoteTimeLine {
    /// Frames a second; 0 for a line that begins with the start.
    var rate: Double = 0
    var offset: Double = 0
    var isKnown = false
}

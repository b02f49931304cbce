/// A part of a graph that has work beside the render thread: reading files ahead, collecting rendered frames, calling
/// completions, freeing memory.
///
/// Processors are such parts, and so are taps. The host of the graph (an engine, a manual renderer, a unit's host)
/// admits them to its `ServiceDesk` and serves them; how time passes, live or by hand, is the host's affair alone.
package protocol Served: AnyObject, Sendable {
    /// Rings the host's desk; nil for a part that never has such work.
    var bell: ServiceBell? { get }

    /// Does the work that there is now.
    ///
    /// - Parameters:
    ///   - request: How far to read ahead, and how late the output is heard.
    ///   - call: Takes calls to the program, in the order in which they are due. The host makes them.
    /// - Returns: When to ask again. Until then the part rings if there is work earlier.
    /// - Thread: any but the render thread, one at a time.
    func serve(_ request: ServiceRequest, call: (@escaping ServiceCall) -> Void) -> NextService
}

extension Served {
    package var bell: ServiceBell? { nil }
    package func serve(_ request: ServiceRequest, call: (@escaping ServiceCall) -> Void) -> NextService { .whenRung }
}

/// A call to the program.
package typealias ServiceCall = @Sendable () -> Void

/// The circumstances in which a part of a graph is served.
package struct ServiceRequest: Sendable {
    /// Frames to hold ready before the render thread needs them; 0 to read nothing.
    package var readAheadFrames: Int
    /// Seconds from the output to the air; 0 when rendering is offline.
    package var secondsToAir: Double
    /// The output's rate, with which a part that nothing has rendered yet reckons when it is due; 0 for a host that looks anyway.
    package var sampleRate: Double

    /// Makes a request to serve a part.
    package init(readAheadFrames: Int, secondsToAir: Double = 0, sampleRate: Double = 0) {
        self.readAheadFrames = readAheadFrames
        self.secondsToAir = secondsToAir
        self.sampleRate = sampleRate
    }
}

/// The time at which a part of a graph is to be served again.
package enum NextService: Hashable, Sendable {
    /// Not before its bell rings.
    case whenRung
    /// After so many rendered seconds, or earlier if its bell rings.
    case after(seconds: Double)
}

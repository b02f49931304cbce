import SordinoSignal

/// A room that a simulated device lies in, half a metre from the person who speaks.
///
/// Walls reflect as those of a rectangular room do; the same room gives the same samples on every machine.
public struct SimulatedAcoustics: Hashable, Sendable {
    /// Length, width and height in metres, at least 1 each.
    public var metres: [Double]
    /// Seconds in which a sound decays by 60 dB, at most 1.
    public var reverberationSeconds: Double
    /// The distance between loudspeaker and microphone in metres.
    public var distance: Double
    /// The loss between loudspeaker and microphone.
    public var lossDecibels: Double
    /// The loudspeaker's distortion of loud sounds: 0 for none, 10 as of a small one that is turned up.
    public var distortion: Double

    /// A room of these measures.
    public init(
        metres: [Double], reverberationSeconds: Double, distance: Double = 0.3, lossDecibels: Double = 10,
        distortion: Double = 0
    ) {
        self.metres = metres
        self.reverberationSeconds = reverberationSeconds
        self.distance = distance
        self.lossDecibels = lossDecibels
        self.distortion = distortion
    }

    /// A kitchen: hard walls, 3.2 by 4.1 by 2.5 metres, 0.35 seconds.
    public static let kitchen = SimulatedAcoustics(metres: [4.1, 3.2, 2.5], reverberationSeconds: 0.35)
    /// A living room: 6.5 by 5 by 2.8 metres, half a second.
    public static let livingRoom = SimulatedAcoustics(metres: [6.5, 5, 2.8], reverberationSeconds: 0.5)
    /// An office with a carpet: 5 by 4 by 2.7 metres, a quarter of a second.
    public static let office = SimulatedAcoustics(metres: [5, 4, 2.7], reverberationSeconds: 0.25)
    /// The inside of a car: 2.4 by 1.4 by 1.2 metres, 60 ms.
    public static let car = SimulatedAcoustics(metres: [2.4, 1.4, 1.2], reverberationSeconds: 0.06, distance: 0.7)

    /// The same for the virtual device: the microphone near the middle, the loudspeaker beside it.
    var room: RoomAcoustics {
        let size = (0..<3).map { $0 < metres.count ? max(metres[$0], 1) : 2.5 }
        let reach = min(max(distance, 0.02), 0.3 * size[0], 0.3 * size[1])
        let microphone = RoomAcoustics.Place(0.5 * size[0] + 0.1, 0.5 * size[1] + 0.07, 0.45 * size[2])
        return RoomAcoustics(
            size: RoomAcoustics.Place(size[0], size[1], size[2]), reverberationSeconds: reverberationSeconds,
            loudspeaker: RoomAcoustics.Place(microphone.x + 0.8 * reach, microphone.y + 0.6 * reach, microphone.z),
            microphone: microphone, lossDecibels: lossDecibels, drive: max(distortion, 0))
    }
}

/// One channel element of a stream: a single channel, a pair, a low-frequency channel or a coupling channel.
final class AACElement {
    /// The kind of the element.
    let kind: AACElementKind
    /// The instance tag, by which coupling and program configs name it.
    var tag: Int
    /// The loudspeakers of the channels of the core.
    let loudspeakers: [AACLoudspeaker]
    /// One channel or two.
    let channels: [AACChannel]
    /// Whether mid and side are coded, by place as in `AACChannel.books`.
    let isMidSide: UnsafeMutablePointer<Bool>
    /// 0: no mid and side; 1: by band; 2: all bands.
    var midSideMode = 0
    /// Indicates that both channels have the same windows.
    var hasCommonWindows = false
    /// Indicates that a mono element stands in the place of this pair: the second channel repeats the first.
    var isDoubled = false
    /// Indicates that the frame has this element.
    var isPresent = false
    /// The effect of a coupling channel on others.
    let coupling: AACCoupling?
    /// Band replication, when the stream has it.
    var replication: (any BandReplication)?
    /// Whether the frame had a payload for `replication`.
    var replicationFrame = BandReplicationFrame.absent
    /// The planes that `replication` takes.
    let corePlanes: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    /// The planes that it gives.
    let outputPlanes: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    private var extended: UnsafeMutablePointer<Float>?

    /// Makes the state of an element.
    init(_ element: AACProgram.Element, _ configuration: AACConfiguration) {
        kind = element.kind
        tag = element.tag
        loudspeakers = element.loudspeakers
        channels = (0..<(kind == .pair ? 2 : 1)).map { _ in AACChannel(configuration: configuration) }
        coupling = kind == .coupling ? AACCoupling() : nil
        isMidSide = .allocate(capacity: 128)
        isMidSide.initialize(repeating: false, count: 128)
        corePlanes = .allocate(capacity: 2)
        outputPlanes = .allocate(capacity: 2)
        corePlanes.initialize(repeating: channels[0].time, count: 2)
        outputPlanes.initialize(repeating: channels[0].time, count: 2)
        if let second = channels.last {
            corePlanes[1] = second.time
            outputPlanes[1] = second.time
        }
    }

    deinit {
        isMidSide.deallocate()
        corePlanes.deallocate()
        outputPlanes.deallocate()
        extended?.deallocate()
    }

    /// Channels that the element gives out.
    var outputChannelCount: Int { replication?.outputChannelCount ?? channels.count }

    /// Puts band replication behind the core.
    ///
    /// - Parameters:
    ///   - replication: The object.
    ///   - frameLength: Samples that it gives a frame.
    func extend(with replication: any BandReplication, frameLength: Int) {
        self.replication = replication
        extended?.deallocate()
        let memory = UnsafeMutablePointer<Float>.allocate(capacity: 2 * frameLength)
        memory.initialize(repeating: 0, count: 2 * frameLength)
        extended = memory
        outputPlanes[0] = memory
        outputPlanes[1] = memory + frameLength
    }

    /// Forgets earlier frames, as after a jump.
    func reset() {
        for channel in channels { channel.reset() }
        replication?.reset()
    }
}

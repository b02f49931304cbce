/// One syntactic element of the stream with its channels: ISO/IEC 14496-3, table 4.5 onwards.
final class AACEncoderElement {
    /// The sort of element, with its number in a stream.
    enum Kind: Int {
        /// One channel of its own.
        case single = 0
        /// Two channels that may share windows and be coded as middle and side.
        case pair = 1
        /// A channel of low frequencies.
        case lowFrequency = 3
    }

    /// The kind of the element.
    let kind: Kind
    /// The number among the elements of its sort.
    let tag: Int
    /// One channel, or two.
    let channels: [AACEncoderChannel]
    /// The place of the first channel among all.
    let firstChannel: Int
    /// The windows of the frame in work.
    var plan = AACWindowPlan()
    /// Indicates that the next frame needs short windows.
    var isShortNext = false
    /// The part of the next frame that its attack is in.
    var attackNext = 0
    /// Bands that are middle and side.
    let isMiddleSide: UnsafeMutablePointer<Bool>
    /// The number of bands that are.
    var middleSideCount = 0
    /// The description of the upper band, if it is replicated.
    let replication: SBREncoder?
    /// The filters that halve the rate, one for each channel, if the core runs at half of it.
    let decimators: [HalfRateDecimator]

    /// Makes an element of such channels.
    init(
        kind: Kind, tag: Int, firstChannel: Int, channels: [AACEncoderChannel], replication: SBREncoder?,
        decimators: [HalfRateDecimator]
    ) {
        self.kind = kind
        self.tag = tag
        self.firstChannel = firstChannel
        self.channels = channels
        self.replication = replication
        self.decimators = decimators
        isMiddleSide = .allocate(capacity: AACEncoderChannel.bandCapacity)
        isMiddleSide.initialize(repeating: false, count: AACEncoderChannel.bandCapacity)
    }

    deinit { isMiddleSide.deallocate() }
}

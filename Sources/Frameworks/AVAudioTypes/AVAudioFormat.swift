import Foundation
import Synchronization

/// The shape of a sound: an `AudioStreamBasicDescription` and, beyond two channels, their layout.
///
/// Instances never change, the magic cookie excepted.
open class AVAudioFormat: NSObject, NSSecureCoding, @unchecked Sendable {
    private let stream: UnsafeMutablePointer<AudioStreamBasicDescription>
    private let layout: AVAudioChannelLayout?
    private let cookie = Mutex<Data?>(nil)

    /// All the other initialisers end here.
    init(stream: AudioStreamBasicDescription, layout: AVAudioChannelLayout?) {
        self.stream = .allocate(capacity: 1)
        self.stream.initialize(to: stream)
        self.layout = layout
        super.init()
    }

    deinit { LentMemory.free(stream) }

    /// Makes a format with rate 0 and no channels.
    public override convenience init() { self.init(stream: AudioStreamBasicDescription(), layout: nil) }

    /// The format that `asbd` describes; nil if it has more than two channels, which need a layout.
    public convenience init?(streamDescription asbd: UnsafePointer<AudioStreamBasicDescription>) {
        self.init(streamDescription: asbd, channelLayout: nil)
    }

    /// The format that `asbd` and `layout` describe.
    ///
    /// Nil if there are more than two channels without a layout, or if the layout has another number of channels.
    public convenience init?(
        streamDescription asbd: UnsafePointer<AudioStreamBasicDescription>,
        channelLayout layout: AVAudioChannelLayout?
    ) {
        let channelCount = asbd.pointee.mChannelsPerFrame
        guard layout != nil || channelCount <= 2 else { return nil }
        guard layout == nil || layout?.channelCount == channelCount else { return nil }
        self.init(stream: asbd.pointee, layout: layout)
    }

    /// `Float` samples in a buffer per channel; nil for more than two channels.
    public convenience init?(standardFormatWithSampleRate sampleRate: Double, channels: AVAudioChannelCount) {
        self.init(commonFormat: .pcmFormatFloat32, sampleRate: sampleRate, channels: channels, interleaved: false)
    }

    /// `Float` samples in a buffer per channel of `layout`.
    public convenience init(standardFormatWithSampleRate sampleRate: Double, channelLayout layout: AVAudioChannelLayout)
    {
        self.init(
            commonFormat: .pcmFormatFloat32, sampleRate: sampleRate, interleaved: false, channelLayout: layout)
    }

    /// Linear PCM of one of the common shapes; nil for more than two channels and for `.otherFormat`.
    public convenience init?(
        commonFormat format: AVAudioCommonFormat, sampleRate: Double, channels: AVAudioChannelCount, interleaved: Bool
    ) {
        guard
            channels <= 2,
            let stream = Self.stream(format, sampleRate: sampleRate, channels: channels, interleaved: interleaved)
        else { return nil }
        self.init(stream: stream, layout: nil)
    }

    /// Linear PCM of one of the common shapes, with the channels of `layout`.
    ///
    /// - Parameter format: Not `.otherFormat`: that stops the program.
    public convenience init(
        commonFormat format: AVAudioCommonFormat, sampleRate: Double, interleaved: Bool,
        channelLayout layout: AVAudioChannelLayout
    ) {
        guard
            let stream = Self.stream(
                format, sampleRate: sampleRate, channels: layout.channelCount, interleaved: interleaved)
        else { stopOnMisuse("required condition is false: format != AVAudioOtherFormat") }
        self.init(stream: stream, layout: layout)
    }

    private static func stream(
        _ format: AVAudioCommonFormat, sampleRate: Double, channels: AVAudioChannelCount, interleaved: Bool
    ) -> AudioStreamBasicDescription? {
        let (bits, isFloat): (UInt32, Bool)
        switch format {
        case .otherFormat: return nil
        case .pcmFormatFloat32: (bits, isFloat) = (32, true)
        case .pcmFormatFloat64: (bits, isFloat) = (64, true)
        case .pcmFormatInt16: (bits, isFloat) = (16, false)
        case .pcmFormatInt32: (bits, isFloat) = (32, false)
        }
        return .linearPCM(
            sampleRate: sampleRate, channelCount: channels, bitsPerSample: bits, isFloat: isFloat,
            isInterleaved: interleaved)
    }

    // MARK: - Properties of the format

    /// The C struct.
    ///
    /// It lives as long as this object.
    public var streamDescription: UnsafePointer<AudioStreamBasicDescription> { UnsafePointer(stream) }

    /// The sample rate in hertz.
    public var sampleRate: Double { stream.pointee.mSampleRate }

    /// The number of channels.
    public var channelCount: AVAudioChannelCount { stream.pointee.mChannelsPerFrame }

    /// The roles of the channels; nil for ordinary mono or stereo.
    public var channelLayout: AVAudioChannelLayout? { layout }

    /// Indicates whether one buffer holds all channels.
    ///
    /// Without meaning for compressed formats.
    public var isInterleaved: Bool { stream.pointee.isInterleaved }

    /// Indicates whether this is native `Float` in a buffer per channel.
    public var isStandard: Bool { commonFormat == .pcmFormatFloat32 && !isInterleaved }

    /// The common format of the samples.
    public var commonFormat: AVAudioCommonFormat {
        let stream = stream.pointee
        guard
            stream.isLinearPCM, !stream.isBigEndian, stream.fillsSamples,
            stream.mFormatFlags & kLinearPCMFormatFlagsSampleFractionMask == 0
        else { return .otherFormat }
        switch (stream.isFloat, stream.isSignedInteger, stream.mBitsPerChannel) {
        case (true, _, 32): return .pcmFormatFloat32
        case (true, _, 64): return .pcmFormatFloat64
        case (false, true, 16): return .pcmFormatInt16
        case (false, true, 32): return .pcmFormatInt32
        default: return .otherFormat
        }
    }

    /// The data that a decoder needs beside the stream's description; only the codec interprets it.
    ///
    /// Nil if there is none. May be read and set on any thread.
    public var magicCookie: Data? {
        get { cookie.withLock { $0 } }
        set { cookie.withLock { $0 = newValue } }
    }

    // MARK: - Archives

    /// Archives of formats can be read safely.
    public static var supportsSecureCoding: Bool { true }

    /// Writes the format to an archive.
    public func encode(with coder: NSCoder) {
        let bytes = NSData(bytes: stream, length: MemoryLayout<AudioStreamBasicDescription>.size)
        coder.encode(bytes, forKey: "stream")
        if let layout { coder.encode(layout, forKey: "layout") }
        if let magicCookie { coder.encode(NSData(data: magicCookie), forKey: "cookie") }
    }

    /// Reads a format from an archive; nil if it is damaged.
    public required convenience init?(coder: NSCoder) {
        guard
            let bytes = coder.decodeObject(of: NSData.self, forKey: "stream"),
            bytes.length == MemoryLayout<AudioStreamBasicDescription>.size
        else { return nil }
        var stream = Data(referencing: bytes).withUnsafeBytes {
            $0.loadUnaligned(as: AudioStreamBasicDescription.self)
        }
        let layout = coder.decodeObject(of: AVAudioChannelLayout.self, forKey: "layout")
        self.init(streamDescription: &stream, channelLayout: layout)
        magicCookie = coder.decodeObject(of: NSData.self, forKey: "cookie").map { Data(referencing: $0) }
    }

    // MARK: - Equality

    /// Returns whether `object` is a format that works like this one.
    ///
    /// Mono PCM is the same interleaved or not; a mono or stereo layout is the same as none; layouts of the same places
    /// are the same whether by tag, bits or descriptions; flags about bits that samples do not leave unused are
    /// ignored. Magic cookies are not compared.
    @discardableResult
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? AVAudioFormat else { return false }
        if other === self { return true }
        return stream.pointee.isFunctionallyEqual(to: other.stream.pointee)
            && meaning == other.meaning
    }

    /// Equal for equal formats.
    open override var hash: Int {
        var hasher = Hasher()
        hasher.combine(sampleRate)
        hasher.combine(stream.pointee.mFormatID)
        hasher.combine(channelCount)
        return hasher.finalize()
    }

    /// The information of the layout beyond the number of channels.
    ///
    /// Tags, bits and descriptions of the same places have the same meaning.
    private var meaning: LayoutMeaning {
        guard let layout else { return .ordinary }
        guard let places = ChannelPlaces.labels(of: layout.layout) else { return .only(layout) }
        switch places {
        case [kAudioChannelLabel_Mono], [kAudioChannelLabel_Center]: return .ordinary
        case [kAudioChannelLabel_Left, kAudioChannelLabel_Right]: return .ordinary
        default: return places.contains(kAudioChannelLabel_UseCoordinates) ? .only(layout) : .places(places)
        }
    }

    private enum LayoutMeaning: Equatable {
        /// The layout of formats without one: mono, or left and right.
        case ordinary
        case places([AudioChannelLabel])
        /// A layout whose channels have no names.
        case only(AVAudioChannelLayout)
    }

    /// Rate, channels and samples in a line, as in " 2 ch, 44100 Hz, Float32, deinterleaved".
    open override var description: String {
        "<AVAudioFormat 0x\(String(UInt(bitPattern: ObjectIdentifier(self)), radix: 16)): \(shape)>"
    }
}

import CALSA
import Glibc
import SordinoHardware
import SordinoPolicy
import SordinoRealtime
import SordinoSignal

/// An open device in one direction, with its setting and the memory for its frames.
final class ALSAPCM: Sendable {
    let handle: Lent<OpaquePointer>
    let setting: ALSASetting
    /// Frames as the device takes or gives them.
    let packed: Lent<UnsafeMutableRawPointer>
    /// Room for the descriptors to wait for: the pump's own and those of the device, which the pump alone uses.
    let sources: Lent<UnsafeMutablePointer<pollfd>>
    private let library: ALSALibrary

    /// The most descriptors of one device.
    static let sourceRoom = 16
    /// Bytes of the widest sample.
    private static let sampleBytes = 4

    /// Opens the first of some devices that can be opened.
    ///
    /// - Parameters:
    ///   - isRateExact: Whether another rate is a refusal.
    /// - Throws: The reason of the first device that another program has, else that of the first.
    static func open(
        _ library: ALSALibrary, _ names: [String], _ direction: PortDirection, _ wish: HardwareTiming,
        isRateExact: Bool = false
    ) throws(ALSARefusal) -> ALSAPCM {
        var refusals: [ALSARefusal] = []
        for name in names {
            do throws(ALSARefusal) {
                return try ALSAPCM(library, name, direction, wish, isRateExact: isRateExact)
            } catch {
                refusals.append(error)
            }
        }
        throw refusals.first(where: \.isBusy) ?? refusals.first
            ?? ALSARefusal(name: "", error: -ENODEV, sentence: "no ALSA device is named")
    }

    private init(
        _ library: ALSALibrary, _ name: String, _ direction: PortDirection, _ wish: HardwareTiming, isRateExact: Bool
    ) throws(ALSARefusal) {
        let asked = calsa_wish(
            rate: UInt32(min(max(wish.sampleRate.isFinite ? wish.sampleRate : 0, 1_000), 768_000)),
            is_rate_exact: isRateExact, channels: 2,
            block: UInt32(min(max(wish.blockFrames, ALSASetting.blocks.lowerBound), ALSASetting.blocks.upperBound)))
        var grant = calsa_grant()
        var opened: OpaquePointer?
        var step: UnsafePointer<CChar>?
        let result = calsa_pcm_open(
            library.functions.value, name, direction == .input, asked, &grant, &opened, &step)
        guard result >= 0, let opened else {
            let call = step.map { String(cString: $0) } ?? ""
            throw ALSARefusal(
                name: name, error: result,
                sentence:
                    "the ALSA device \"\(name)\" \(Self.reason(result, library, call)) (\(call): \(library.sentence(result)))"
            )
        }
        self.library = library
        handle = Lent(opened)
        setting = ALSASetting(grant, name: name, direction: direction)
        packed = Lent(
            .allocate(
                byteCount: ALSASetting.blocks.upperBound * setting.channelCount * Self.sampleBytes, alignment: 16))
        sources = Lent(.allocate(capacity: 1 + Self.sourceRoom))
        sources.value.initialize(repeating: pollfd(), count: 1 + Self.sourceRoom)
        packed.value.initializeMemory(
            as: UInt8.self, repeating: 0,
            count: ALSASetting.blocks.upperBound * setting.channelCount * Self.sampleBytes)
    }

    deinit {
        calsa_pcm_close(handle.value)
        packed.value.deallocate()
        sources.value.deallocate()
    }

    private static func reason(_ error: Int32, _ library: ALSALibrary, _ step: String) -> String {
        switch -error {
        case EBUSY: "is busy: another program has it"
        case EACCES, EPERM: "may not be opened by this user"
        case _ where step == "snd_pcm_open": "cannot be opened"
        default: "cannot be set up"
        }
    }
}

/// A device that could not be opened, and why.
struct ALSARefusal: Error {
    /// The name by which ALSA opens the device.
    let name: String
    /// ALSA's negated error number.
    let error: Int32
    let sentence: String

    /// Indicates whether the device is there although it cannot be opened now.
    var isBusy: Bool { -error == EBUSY || -error == EAGAIN }
}

/// The settings that a device has taken, and its other abilities.
struct ALSASetting: Sendable {
    /// The blocks that are offered: more or less is of no use.
    static let blocks = 32...8_192

    let name: String
    let direction: PortDirection
    /// The rate in hertz.
    let sampleRate: Double
    let channelCount: Int
    let period: Int
    let buffer: Int
    let format: calsa_format
    let limits: HardwareLimits
    let card: Int32
    let cardName: String

    /// Guesses the settings of a device that another program has.
    init(guessing wish: HardwareTiming, name: String, direction: PortDirection) {
        var grant = calsa_grant()
        (grant.rate, grant.channels, grant.card) = (UInt32(wish.sampleRate), 2, -1)
        (grant.period, grant.buffer) = (UInt32(wish.blockFrames), UInt32(4 * wish.blockFrames))
        (grant.least_period, grant.most_period) = (UInt32(Self.blocks.lowerBound), UInt32(Self.blocks.upperBound))
        self.init(grant, name: name, direction: direction)
    }

    init(_ grant: calsa_grant, name: String, direction: PortDirection) {
        self.name = name
        self.direction = direction
        sampleRate = Double(grant.rate)
        channelCount = Int(grant.channels)
        (period, buffer) = (Int(grant.period), Int(grant.buffer))
        (format, card) = (grant.format, grant.card)
        var grant = grant
        let rates = withUnsafeBytes(of: &grant.rates) { bytes in
            bytes.bindMemory(to: UInt32.self).prefix(Int(min(grant.rate_count, UInt32(calsa_rate_count))))
                .map(Double.init)
        }
        let least = min(max(Int(grant.least_period), Self.blocks.lowerBound), Self.blocks.upperBound)
        let most = min(max(Int(grant.most_period), least), Self.blocks.upperBound)
        limits = HardwareLimits(
            blockFrames: least...most, sampleRates: rates.isEmpty ? [Double(grant.rate)] : rates)
        let card = withUnsafeBytes(of: &grant.card_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        let device = withUnsafeBytes(of: &grant.name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        cardName = card.isEmpty ? device : device.isEmpty || device == card ? card : "\(card), \(device)"
    }

    /// Frames of the block that programs render: the device's period where that can be one.
    var blockFrames: Int {
        let block =
            Self.blocks.contains(period) ? period : min(max(period, Self.blocks.lowerBound), Self.blocks.upperBound)
        return max(min(block, buffer / 2), 1)
    }

    /// Frames that wait in an output at most: two blocks, and as many as go away at once.
    var fill: Int { min(max(2 * blockFrames, period + blockFrames), buffer) }

    var timing: HardwareTiming { HardwareTiming(sampleRate: sampleRate, blockFrames: blockFrames) }

    /// The port as sessions see it.
    var port: Port {
        let isOutput = direction == .output
        let type = ALSAPortNaming.type(of: cardName, name, direction)
        let word = ALSAPortNaming.word(type, direction)
        // Beyond the block that is being rendered.
        let latency = isOutput ? Double(fill - blockFrames) / sampleRate : 0
        return Port(
            uid: "alsa:\(name):\(isOutput ? "output" : "input")", type: type, direction: direction,
            name: cardName.isEmpty ? word : "\(word) (\(cardName))", deviceUID: "alsa:\(name)",
            channels: ALSAPortNaming.channels(word, channelCount), latencySeconds: latency)
    }
}

/// The assignment of Apple's port types to cards, whose names are all that ALSA reports.
enum ALSAPortNaming {
    static func type(of card: String, _ device: String, _ direction: PortDirection) -> PortType {
        let text = "\(card) \(device)".lowercased()
        func has(_ words: String...) -> Bool { words.contains { text.contains($0) } }
        if direction == .input {
            if has("usb", "uac2") { return .usbAudio }
            return has("line in", "line-in") ? .lineIn : .builtInMic
        }
        if has("hdmi", "displayport") { return .HDMI }
        if has("headphone", "headset", "earphone") { return .headphones }
        if has("usb", "uac2") { return .usbAudio }
        return has("line out", "line-out", "spdif", "iec958", "s/pdif") ? .lineOut : .builtInSpeaker
    }

    /// A word for people.
    static func word(_ type: PortType, _ direction: PortDirection) -> String {
        switch type.known {
        case .hdmi: "HDMI"
        case .headphones: "Headphones"
        case .usbAudio: direction == .output ? "USB output" : "USB input"
        case .lineOut: "Line output"
        case .lineIn: "Line input"
        default: direction == .output ? "Speaker" : "Microphone"
        }
    }

    /// Left and right, one alone, or numbers.
    static func channels(_ word: String, _ count: Int) -> [PortChannel] {
        switch count {
        case 1: [PortChannel(name: word, number: 1, label: 42)]  // kAudioChannelLabel_Mono
        case 2:
            [
                PortChannel(name: "\(word) Left", number: 1, label: 1),
                PortChannel(name: "\(word) Right", number: 2, label: 2),
            ]
        default:
            // kAudioChannelLabel_Discrete_0 | n
            (0..<count).map {
                PortChannel(name: "\(word) \($0 + 1)", number: $0 + 1, label: 0x1_0000 | UInt32($0))
            }
        }
    }
}

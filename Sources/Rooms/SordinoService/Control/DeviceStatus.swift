import SordinoPolicy
import SordinoSession

/// The state of the device, its ports and its programs, as `audioctl status` shows it.
package struct DeviceStatus: Hashable, Sendable {
    package var now = Moment.zero
    /// The rate of the hardware in hertz, and the frames of one block.
    package var sampleRate = 0.0
    package var blockFrames = 0
    /// The volume in force, 0 to 1.
    package var volume: Float = 0
    package var isServerUp = false
    package var isRingerSilent = false
    package var isScreenLocked = false
    package var isMicrophoneMuted = false
    package var isOutputMuted = false
    /// The reason for which the device has no port at all; nil while it may have some.
    package var noSound: String?
    package var addsSoundToCalls = false
    /// The actors of the system that sound, in their order.
    package var sounding: [SystemActor] = []
    /// The main zone and the others; empty on a device without zones.
    package var zones: [Zone] = []
    /// Sentences about the telephone's call: the profile of the card, the ringtone; empty without a call.
    package var call: [String] = []
    /// The program that switches cards into their profile for calls, as `TelephoneCall.Master` names it; nil without cards.
    package var callProfileBy: String?
    package var apps: [App] = []
    package var ports: [Port] = []

    package init() {}

    /// A zone of the device.
    package struct Zone: Hashable, Sendable {
        package var name = ""
        /// The name that is shown to people.
        package var title = ""

        package init() {}
    }

    /// The way in which a program is heard.
    package enum Hearing: String, Sendable {
        case full, ducked, silent, interrupted
        /// It could be heard, and plays nothing.
        case quiet

        /// The answer in words.
        package var verdict: String {
            switch self {
            case .full: "heard in full"
            case .ducked: "heard low"
            case .quiet: "could be heard"
            case .interrupted, .silent: "silent"
            }
        }
    }

    /// A program with a session.
    package struct App: Hashable, Sendable {
        package var app = AppID(0)
        package var name = ""
        package var bundleID = ""
        package var lifecycle = Lifecycle.foreground
        package var state = SessionState.inactive
        package var category = Category.soloAmbient
        package var mode = Mode.standard
        /// The options in force, those that others imply included.
        @Bits package var options: CategoryOptions = []
        /// The number of I/O objects that run.
        package var runningIO = 0
        /// The gain that the rules set, a linear factor.
        package var gain: Float = 0
        /// Names of the ports on its route.
        package var outputs: [String] = []
        package var inputs: [String] = []
        /// The name of its zone; nil on a device without zones.
        package var zone: String?
        package var microphoneMode = MicrophoneMode.standard
        /// The reports of its running inputs with voice processing.
        package var voices: [VoiceCondition] = []
        /// The peak of the sound that it sends, linear; nil without a stream.
        package var level: Float?
        package var title: String?
        /// Its place in the desktop's mixer, 0 to 1, and whether it is muted there; nil where no mixer shows it.
        package var ownVolume: Float?
        package var isOwnMuted: Bool?
        /// The processes that it consists of.
        package var processes: [Int] = []
        package var heard = Hearing.quiet
        /// The reasons for which it is silent, lowered or interrupted, as sentences.
        package var why: [String] = []
        /// The programs whose calls its sound is added to, and the reason; nil if it does not ask for that.
        package var speaksInto: [String]?
        package var injection: String?
        /// The programs whose sound it takes by taps, and the reason why it does or may not; nil if it uses no tap.
        package var taps: [String]?
        package var tapping: String?
        /// The seconds for which it has kept others interrupted without playing; nil if it does not.
        package var stuckSeconds: Double?

        package init() {}
    }

    /// A port of the device.
    package struct Port: Hashable, Sendable {
        package var uid = ""
        package var name = ""
        package var type = PortType(rawValue: "")
        package var direction = PortDirection.output
        /// The names of its channels.
        package var channels: [String] = []
        /// The peak of its sound, linear.
        package var level: Float = 0
        /// The name of its zone; nil on a device without zones.
        package var zone: String?
        /// The seconds from the graph to the ear, or from the mouth to the graph.
        package var latency = 0.0
        /// Indicates whether it is a receiver on a network, perhaps in another room.
        package var isRemote = false
        /// Indicates whether media is heard there, and why or why not, of outputs.
        package var isChosen = false
        package var why: String?

        package init() {}
    }
}

extension DeviceStatus: WireTabled {
    package static let blank = DeviceStatus()
    package static let wireFields: [WireField<DeviceStatus>] = [
        WireField("now", mayMiss: \.now), WireField("sampleRate", mayMiss: \.sampleRate),
        WireField("blockFrames", mayMiss: \.blockFrames), WireField("volume", mayMiss: \.volume),
        WireField("isServerUp", mayMiss: \.isServerUp), WireField("isRingerSilent", mayMiss: \.isRingerSilent),
        WireField("isScreenLocked", mayMiss: \.isScreenLocked),
        WireField("isMicrophoneMuted", mayMiss: \.isMicrophoneMuted),
        WireField("isOutputMuted", mayMiss: \.isOutputMuted), WireField("noSound", ifThere: \.noSound),
        WireField("addsSoundToCalls", mayMiss: \.addsSoundToCalls), WireField("sounding", mayMiss: \.sounding),
        WireField("call", unless: [], \.call), WireField("callProfileBy", ifThere: \.callProfileBy),
        WireField("zones", unless: [], \.zones), WireField("apps", mayMiss: \.apps),
        WireField("ports", mayMiss: \.ports),
    ]
}

extension DeviceStatus.App {
    /// A sentence about the programs that its taps take, or the reason for none; nil if it uses no tap.
    package var tapSentence: String? {
        guard let tapping else { return nil }
        let taken = taps ?? []
        return taken.isEmpty
            ? "takes the sound of no other program: \(tapping)"
            : "takes the sound of \(taken.joined(separator: ", ")): \(tapping)"
    }
}

extension DeviceStatus.Hearing: WireRaw {}

extension DeviceStatus.Zone: WireTabled {
    package static let blank = DeviceStatus.Zone()
    package static let wireFields: [WireField<DeviceStatus.Zone>] = [
        WireField("name", \.name), WireField("title", \.title),
    ]
}

extension DeviceStatus.App: WireTabled {
    package static let blank = DeviceStatus.App()
    package static let wireFields: [WireField<DeviceStatus.App>] = [
        WireField("app", \.app), WireField("name", \.name), WireField("bundleID", mayMiss: \.bundleID),
        WireField("lifecycle", mayMiss: \.lifecycle), WireField("state", mayMiss: \.state),
        WireField("category", mayMiss: \.category), WireField("mode", mayMiss: \.mode),
        WireField("options", mayMiss: \.options), WireField("runningIO", mayMiss: \.runningIO),
        WireField("gain", mayMiss: \.gain), WireField("outputs", mayMiss: \.outputs),
        WireField("inputs", mayMiss: \.inputs), WireField("zone", ifThere: \.zone),
        WireField("microphoneMode", mayMiss: \.microphoneMode), WireField("voices", unless: [], \.voices),
        WireField("level", ifThere: \.level), WireField("title", ifThere: \.title),
        WireField("ownVolume", ifThere: \.ownVolume), WireField("isOwnMuted", ifThere: \.isOwnMuted),
        WireField("processes", unless: [], \.processes), WireField("heard", mayMiss: \.heard),
        WireField("why", mayMiss: \.why), WireField("speaksInto", ifThere: \.speaksInto),
        WireField("injection", ifThere: \.injection), WireField("taps", ifThere: \.taps),
        WireField("tapping", ifThere: \.tapping), WireField("stuckSeconds", ifThere: \.stuckSeconds),
    ]
}

extension DeviceStatus.Port: WireTabled {
    package static let blank = DeviceStatus.Port()
    package static let wireFields: [WireField<DeviceStatus.Port>] = [
        WireField("uid", \.uid), WireField("name", mayMiss: \.name), WireField("type", mayMiss: \.type),
        WireField("direction", mayMiss: \.direction), WireField("channels", mayMiss: \.channels),
        WireField("level", mayMiss: \.level), WireField("zone", ifThere: \.zone),
        WireField("latency", mayMiss: \.latency), WireField("isRemote", unless: false, \.isRemote),
        WireField("isChosen", unless: false, \.isChosen), WireField("why", ifThere: \.why),
    ]
}

/// A program's permission to record, as `audioctl permissions` lists it.
package struct ListedPermission: Hashable, Sendable {
    /// The answer that is remembered.
    package enum Answer: String, Sendable { case allow, deny, none }

    /// The program's identifier or path, with a prefix that says which.
    package var key = ""
    package var answer = Answer.none
    /// The names of its running programs, and the words for what they may do now; empty without any.
    package var programs: [String] = []
    package var now = ""

    /// The words for a program about which the user is being asked.
    package static let isAsked = "being asked"

    package init() {}
}

extension ListedPermission.Answer: WireRaw {}

extension ListedPermission: WireTabled {
    package static let blank = ListedPermission()
    package static let wireFields: [WireField<ListedPermission>] = [
        WireField("key", \.key), WireField("answer", \.answer), WireField("programs", mayMiss: \.programs),
        WireField("now", mayMiss: \.now),
    ]
}

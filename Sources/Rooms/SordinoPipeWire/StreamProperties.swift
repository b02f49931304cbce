import SordinoHardware
import SordinoPolicy

/// The properties by which the nodes of a program's stream describe themselves in the graph, written and read.
package enum StreamProperties {
    /// "stream", "stage capture", "stage playback": absent on nodes that are not ours.
    package static let role = "sordino.role"
    static let program = "sordino.program"
    static let audioClass = "sordino.class"
    static let name = "sordino.name"
    static let outputs = "sordino.outputs"
    static let inputs = "sordino.inputs"
    static let references = "sordino.references"
    /// The taps in the last inputs; absent without any.
    static let taps = "sordino.taps"
    /// Counts the starts; "0" while the stream does not run.
    static let start = "sordino.start"

    /// The key of the start that a stream of another process may begin.
    static let begin = "sordino.begin"

    package static let streamRole = "stream"

    /// The `node.group` that the nodes of the stage for one process share: they are in one cycle.
    package static func stageGroup(_ process: Int32) -> String { "sordino.stage.\(process)" }

    /// The maximum number of channels of a stream; a stream that declares more is refused.
    static let channelLimit = 64
    /// The maximum number of channels of all streams of one program, and of its streams; further streams are refused.
    static let programLimit = 128
    static let streamLimit = 64
    /// The number of channels of the echo reference, for each stream that has one.
    static let referenceChannels = 2

    /// Returns the properties of a new stream's node.
    static func properties(_ description: StreamDescription) -> [String: String] {
        var properties = [
            role: streamRole,
            program: text(description.program),
            audioClass: String(description.audioClass.rawValue),
            name: description.name,
            outputs: String(description.outputChannels),
            inputs: String(description.inputChannels),
            references: String(description.wantsReference ? referenceChannels : 0),
            start: "0",
            "node.name": "sordino." + description.name,
            "node.description": description.name,
            "media.name": description.name,
            "media.type": "Audio",
            "media.category": category(description),
            "node.autoconnect": "false",
        ]
        if !description.taps.isEmpty { properties[taps] = StreamTap.text(description.taps) }
        return properties
    }

    private static func category(_ description: StreamDescription) -> String {
        switch (description.outputChannels > 0, description.inputChannels > 0) {
        case (true, true): "Duplex"
        case (false, true): "Capture"
        default: "Playback"
        }
    }

    /// A program's identity as text: "app 3", "actor 1".
    package static func text(_ program: ProgramID) -> String {
        switch program {
        case .app(let id): "app \(id.number)"
        case .actor(let actor): "actor \(actor.rawValue)"
        }
    }

    /// Returns the program that `text` named; nil for any other text.
    package static func program(_ text: String) -> ProgramID? {
        let words = text.split(separator: " ")
        guard words.count == 2, let number = Int(words[1]) else { return nil }
        switch words[0] {
        case "app": return .app(AppID(number))
        case "actor": return SystemActor(rawValue: number).map { .actor($0) }
        default: return nil
        }
    }
}

/// A stream that some process shows in the graph, as the service finds it.
package struct FoundStream: Hashable, Sendable {
    /// The node's number in the graph.
    package var node: UInt32
    /// The process that made the node, as the server got it from the kernel.
    package var processID: Int32
    /// The program that the process claims to be, unverified.
    package var claimedProgram: String
    package var audioClass: AudioClass
    package var name: String
    package var outputChannels: Int
    package var inputChannels: Int
    package var wantsReference: Bool
    /// The taps in the last inputs, by the numbers that the program gave them.
    package private(set) var taps: [StreamTap] = []
    /// The stream of a program without a session, where it is one.
    package private(set) var guest: GuestStream?
    /// The port names of the node, one for each channel.
    private(set) var outputNames: [String]
    private(set) var inputNames: [String]

    /// Takes in a stream of a program without a session.
    ///
    /// - Parameter portNames: Of the ports by which it plays or records; `channelLimit` of them count.
    init(_ guest: GuestStream, portNames: [String]) {
        let names = Array(portNames.prefix(StreamProperties.channelLimit))
        (node, processID, claimedProgram, audioClass) = (guest.node, guest.process, "", .media)
        name = guest.application
        outputNames = guest.direction == .output ? names : []
        inputNames = guest.direction == .input ? names : []
        (outputChannels, inputChannels, wantsReference) = (outputNames.count, inputNames.count, false)
        self.guest = guest
    }

    /// Reads a node; nil when it is no stream of ours, says nonsense, or its process is not known.
    init?(_ node: GraphNode, processID: Int32?) {
        let properties = node.properties
        let channels = 0...StreamProperties.channelLimit
        guard node.isKnown, properties[StreamProperties.role] == StreamProperties.streamRole, let processID,
            let outputs = properties[StreamProperties.outputs].flatMap({ Int($0) }), channels.contains(outputs),
            let inputs = properties[StreamProperties.inputs].flatMap({ Int($0) }), channels.contains(inputs),
            let audioClass = properties[StreamProperties.audioClass].flatMap({ Int($0) }).flatMap({
                AudioClass(rawValue: $0)
            }),
            let taps = StreamTap.taps(properties[StreamProperties.taps] ?? "", limit: inputs)
        else { return nil }
        self.node = node.id
        self.processID = processID
        self.audioClass = audioClass
        self.taps = taps
        claimedProgram = properties[StreamProperties.program] ?? ""
        name = properties[StreamProperties.name] ?? ""
        outputChannels = outputs
        inputChannels = inputs
        wantsReference = properties[StreamProperties.references] == String(StreamProperties.referenceChannels)
        outputNames = (0..<outputs).map { "\(ClientStream.outputName)_\($0 + 1)" }
        inputNames = (0..<inputs).map { "\(ClientStream.inputName)_\($0 + 1)" }
    }
}

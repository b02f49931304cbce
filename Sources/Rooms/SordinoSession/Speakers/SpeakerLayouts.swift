import SordinoHardware
import SordinoPolicy

/// Which loudspeaker is on which channel of an output, as the device's owner has set it up.
///
/// A value, read from text: one output per line, `PORT-UID = L R C LFE`; `#` begins a comment. The words stand for the channels in
/// their order, `-` for one without a loudspeaker of a known place. Later lines replace earlier ones for the same output. Stereo
/// then goes to the channels of the two front loudspeakers, and programs see the places as the channels' labels.
package struct SpeakerLayouts: Hashable, Sendable {
    /// A line that was not understood.
    package typealias Fault = ConfigurationFault

    /// The most channels of an output that can be set up.
    package static let mostChannels = 64

    /// The places with Core Audio's numbers.
    package static let places: [(word: String, label: UInt32)] = [
        ("L", 1), ("R", 2), ("C", 3), ("LFE", 4), ("Ls", 5), ("Rs", 6), ("Lc", 7), ("Rc", 8), ("Cs", 9), ("Lsd", 10),
        ("Rsd", 11), ("Ts", 12), ("Vhl", 13), ("Vhc", 14), ("Vhr", 15), ("Rls", 33), ("Rrs", 34), ("Lw", 35),
        ("Rw", 36),
    ]

    private var layouts: [String: [UInt32?]] = [:]

    /// Makes a set-up in which every output is as its hardware says.
    package init() {}

    /// Adds the lines of a text.
    ///
    /// - Throws: `Fault` with the number of the line that is not understood; nothing is changed then.
    package mutating func add(_ text: String) throws(Fault) {
        try add(ConfigurationText.lines(text, hasSections: false))
    }

    /// Adds lines, such as those of `[speakers]` in a `policy.conf`.
    ///
    /// - Throws: `Fault` with the number of the line that is not understood; nothing is changed then.
    package mutating func add(_ lines: [ConfigurationLine]) throws(Fault) {
        var changed = layouts
        for line in lines {
            guard let layout = Self.layout(line.value.split(separator: " ").map(String.init)) else {
                throw Fault(
                    line: line.number,
                    "\"\(line.value.prefix(60))\" is no list of places; there are \(Self.places.map(\.word).joined(separator: ", ")) and -"
                )
            }
            changed[line.key] = layout
        }
        layouts = changed
    }

    /// Returns the places of channels by their words; nil where one is not known, a place comes twice or there are too many.
    package static func layout(_ words: [String]) -> [UInt32?]? {
        guard !words.isEmpty, words.count <= mostChannels else { return nil }
        var layout: [UInt32?] = []
        for word in words {
            if word == "-" {
                layout.append(nil)
            } else if let place = places.first(where: { $0.word == word }), !layout.contains(place.label) {
                layout.append(place.label)
            } else {
                return nil
            }
        }
        return layout
    }

    /// Returns an output as it is set up; inputs, and outputs without a line, are as they were.
    package func applied(to port: Port) -> Port {
        guard port.direction == .output, let layout = layouts[port.uid] else { return port }
        var port = port
        for index in port.channels.indices where index < layout.count {
            // kAudioChannelLabel_Discrete_0 | n
            port.channels[index].label = layout[index] ?? 0x1_0000 | UInt32(index)
        }
        return port
    }

    /// Returns the stage's commands that lead stereo to the loudspeakers in front; also back to the usual channels.
    func commands(for ports: [Port]) -> [StageCommand] {
        ports.filter { $0.direction == .output }.map { port in
            .layout(portUID: port.uid, labels: applied(to: port).channels.map(\.label))
        }
    }
}

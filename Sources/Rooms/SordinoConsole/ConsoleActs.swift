import SordinoBus
import SordinoPolicy
import SordinoService
import SordinoSession
import SordinoStories

/// Acts of a person on the page: the words of an `audioctl` command, as a list of texts in JSON.
package enum ConsoleActs {
    /// The reason why an act was refused, as a sentence.
    package struct Refusal: Error, Hashable, Sendable {
        package let sentence: String
        /// The status of the answer to a request that was understood: 409, or 412 for a text that is no longer the newest.
        let status: Int

        init(_ sentence: String, status: Int = 409) { (self.sentence, self.status) = (sentence, status) }
    }

    /// The words of one act.
    static let mostWords = 8

    private static func value(_ body: [UInt8]) throws(Refusal) -> WireValue {
        guard let text = String(validating: body, as: UTF8.self) else { throw Refusal("This is not text.") }
        do throws(WireError) { return try JSON.value(text) } catch { throw Refusal(error.sentence) }
    }

    /// Reads the body of a request with named values.
    static func record(_ body: [UInt8]) throws(Refusal) -> WireRecord {
        guard case .record(let record) = try value(body) else { throw Refusal("Named values are expected.") }
        return record
    }

    /// Reads the body of a request.
    package static func words(_ body: [UInt8]) throws(Refusal) -> [String] {
        guard case .list(let values) = try value(body), (1...mostWords).contains(values.count) else {
            throw Refusal("A list of words is expected.")
        }
        var words: [String] = []
        for value in values {
            guard case .text(let word) = value else { throw Refusal("A list of words is expected.") }
            words.append(word)
        }
        return words
    }

    /// Makes an act happen.
    package static func perform(_ words: [String], _ controller: DeviceController) throws(Refusal) {
        do throws(BusError) {
            switch (words[0], words.count) {
            case ("permissions", 3):
                // No program at all means every answer, which no button of the page forgets.
                guard !words[2].isEmpty else { throw BusError.malformed("A program is expected.") }
                try controller.setPermission(words[2], words[1])
            case ("zone", 3): try controller.happen(.appZone(try app(words[1]), words[2]))
            case ("voice", 3):
                guard let mode = MicrophoneMode.wireNames.first(where: { $0.name == words[2] })?.value else {
                    throw BusError.malformed("There is no such microphone mode.")
                }
                try controller.happen(.microphoneMode(try app(words[1]), mode))
            default: try perform(try act(words), controller)
            }
        } catch {
            throw Refusal(sentence(error))
        }
    }

    private static func act(_ words: [String]) throws(BusError) -> StoryAct {
        do throws(StoryFault) { return try StoryGrammar().act(words) } catch {
            throw .malformed(error.sentence)
        }
    }

    private static func app(_ word: String) throws(BusError) -> AppID {
        guard let number = Int(word) else { throw .malformed("A program is given by its number.") }
        return AppID(number)
    }

    private static func perform(_ act: StoryAct, _ controller: DeviceController) throws(BusError) {
        switch act {
        case .device(let event): try controller.happen(event)
        case .app(let number, let act):
            guard let event = act.event(of: try app(number)) else { throw .malformed("Only the program can do this.") }
            try controller.happen(event)
        case .plug(let name): try controller.plug(name, isThere: true)
        case .unplug(let name): try controller.plug(name, isThere: false)
        case .reset:
            try controller.happen(.servicesLost)
            try controller.happen(.servicesRestarted)
        case .wait, .expect: throw .malformed("This is nothing that happens.")
        }
    }

    /// A failure of the bus as a sentence for the person.
    static func sentence(_ error: BusError) -> String {
        switch error {
        case .refused("org.freedesktop.DBus.Error.ServiceUnknown", _),
            .refused("org.freedesktop.DBus.Error.NameHasNoOwner", _):
            "audiosessiond is not running on this bus; \"audioctl doctor\" tells what to do"
        case .refused(_, let text), .malformed(let text): text
        case .timedOut: "audiosessiond does not answer; \"audioctl doctor\" tells what to do"
        case .disconnected: "there is no message bus; \"audioctl doctor\" tells what to do"
        }
    }
}

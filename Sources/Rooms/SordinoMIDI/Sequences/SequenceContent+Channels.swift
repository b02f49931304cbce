extension SequenceContent {
    /// Returns the messages that bring all channels into the state in which the events before a beat leave them.
    ///
    /// Controllers are reset first. Of each control the last value follows, in the order in which these came; a program
    /// comes with its bank, and a value of a registered or other parameter with the parameter's number. Notes are none of a
    /// state, nor are system exclusive messages, relative steps of a parameter, and tracks that are repeated.
    package func channelState(before beat: Double) -> [ChannelMessage] {
        var events: [(beat: Double, message: ChannelMessage)] = []
        for place in places {
            for event in place.track.events {
                guard event.beat + place.track.offset < beat else { break }
                if case .channel(let message) = event.kind { events.append((event.beat + place.track.offset, message)) }
            }
        }
        // Stable: at one beat the tracks come in their order.
        let order = events.indices.sorted { (events[$0].beat, $0) < (events[$1].beat, $1) }
        var channels = [ChannelState](repeating: ChannelState(), count: 16)
        for index in order { channels[Int(events[index].message.channel)].take(events[index].message) }
        return channels.indices.flatMap { channel in
            [ChannelMessage(status: 0xB0 | UInt8(channel), data1: ChannelState.reset)] + channels[channel].messages
        }
    }
}

/// The controls of one channel, as messages that set them.
private struct ChannelState {
    /// The controllers with a meaning of their own: the bank, a parameter's value and number, and the reset.
    static let (bank, fineBank, value, fineValue): (UInt8, UInt8, UInt8, UInt8) = (0, 32, 6, 38)
    static let numbers: ClosedRange<UInt8> = 98...101
    static let reset: UInt8 = 121

    /// The names of the controls: controllers, values of parameters, and the kinds of other messages.
    private enum Control: Hashable {
        case controller(UInt8)
        case parameter(number: [UInt8], controller: UInt8)
        case kind(ChannelMessage.Kind)
    }

    private var settings: [Control: (place: Int, messages: [ChannelMessage])] = [:]
    private var count = 0
    /// The controllers that name the present parameter: 98 and 99, or 100 and 101.
    private var naming: ClosedRange<UInt8> = 100...101

    /// The messages, in the order of the last changes.
    var messages: [ChannelMessage] { settings.values.sorted { $0.place < $1.place }.flatMap(\.messages) }

    mutating func take(_ message: ChannelMessage) {
        switch message.kind {
        case .controlChange: takeController(message)
        case .programChange: set(.kind(.programChange), last([Self.bank, Self.fineBank]) + [message])
        case .channelPressure, .pitchBend: set(.kind(message.kind), [message])
        case .noteOff, .noteOn, .polyPressure: break
        }
    }

    private mutating func takeController(_ message: ChannelMessage) {
        switch message.data1 {
        case Self.value, Self.fineValue:
            let name = last(naming.reversed())
            set(
                .parameter(number: name.map(\.data2) + [naming.lowerBound], controller: message.data1), name + [message]
            )
        case 96, 97: break
        case Self.reset: forgetControllers()
        case ..<120:
            if Self.numbers.contains(message.data1) { naming = message.data1 < 100 ? 98...99 : 100...101 }
            set(.controller(message.data1), [message])
        default: break
        }
    }

    /// Forgets what a reset of the controllers resets: neither bank, program, volume, pan and effects nor values of parameters.
    private mutating func forgetControllers() {
        settings = settings.filter { control, _ in
            switch control {
            case .controller(let number):
                [0, 7, 10, 32, 39, 42].contains(number) || (70...79).contains(number) || (91...95).contains(number)
            case .parameter, .kind(.programChange): true
            case .kind: false
            }
        }
    }

    /// The last messages of controllers.
    private func last(_ controllers: [UInt8]) -> [ChannelMessage] {
        controllers.flatMap { settings[.controller($0)]?.messages ?? [] }
    }

    private mutating func set(_ control: Control, _ messages: [ChannelMessage]) {
        count += 1
        settings[control] = (count, messages)
    }
}

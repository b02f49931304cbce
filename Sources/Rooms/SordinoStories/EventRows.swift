import SordinoPolicy

extension EventRow {
    /// All rows: a new event of the device is a phrase here, a row on the wire, and a case of `Event` and `Policy.take`.
    package static let all = settings + simulations + scripted + reported

    /// Commands of `audioctl` that change settings of any device.
    package static let settings: [EventRow] = [
        EventRow(
            "pick", command: "route", isShown: true, help: "where each program is heard; pick an output",
            [
                EventPhrase(
                    value: "PORT-UID",
                    drawing: { if case .userPicked(let uid) = $0 { "picks \(uid)" } else { nil } },
                    event: { (uid) throws(StoryFault) in .userPicked(portUID: uid) })
            ]),
        EventRow(
            "volume", isShown: true, help: "the device's volume",
            [
                EventPhrase(
                    value: "0...1",
                    drawing: { event in
                        if case .volumeSet(let volume) = event { "volume \(fixed(Double(volume), 2))" } else { nil }
                    },
                    event: { (word) throws(StoryFault) in
                        guard let volume = Float(word), (0...1).contains(volume) else {
                            throw .outside(subject: "volume", word: word, range: "0 to 1")
                        }
                        return .volumeSet(volume)
                    }),
                EventPhrase("up", .volumeKey(.up), short: "louder", drawn: "volume up"),
                EventPhrase("down", .volumeKey(.down), drawn: "volume down"),
            ]),
        EventRow(
            "ringer", isShown: true, help: "the ringer switch",
            [
                EventPhrase("silent", .ringer(silent: true), short: "silent", drawn: "ringer off"),
                EventPhrase("on", .ringer(silent: false), short: "loud", drawn: "ringer on"),
            ]),
        EventRow(
            "lock", isShown: true, help: "the screen's lock",
            [
                EventPhrase("on", .screen(locked: true), short: "lock", drawn: "locked"),
                EventPhrase("off", .screen(locked: false), short: "unlock", drawn: "unlocked"),
            ]),
        EventRow(
            "injection", help: "whether programs may add their sound to calls",
            [
                EventPhrase("on", .microphoneInjection(enabled: true), drawn: "sound in calls on"),
                EventPhrase("off", .microphoneInjection(enabled: false), drawn: "sound in calls off"),
            ]),
    ]

    /// Commands of `audioctl` that a service takes part in only where it allows simulation.
    package static let simulations: [EventRow] = [
        EventRow(
            "call", help: "",
            [
                EventPhrase(
                    "ring", .callRings(.fullScreen), also: ["ring fullScreen"], short: "ring", drawn: "phone rings"),
                EventPhrase("ring banner", .callRings(.banner), short: "banner", drawn: "phone rings"),
                EventPhrase("accept", .callAccepted, short: "accept", drawn: "accepted"),
                EventPhrase("decline", .callDeclined, short: "decline", drawn: "declined"),
                EventPhrase("end", .callEnded, short: "hangup", drawn: "hangs up"),
            ]),
        EventRow(
            "alarm", help: "",
            [
                EventPhrase("start", .alarmStarts, short: "alarm", drawn: "alarm"),
                EventPhrase("stop", .alarmAcknowledged, short: "ack", drawn: "alarm stopped"),
            ]),
        EventRow(
            "assistant", help: "",
            [
                EventPhrase("capturing", .assistant(.capturing), short: "siri", drawn: "assistant capturing"),
                EventPhrase("speaking", .assistant(.speaking), short: "speaks", drawn: "assistant speaking"),
                EventPhrase("dismissed", .assistant(.dismissed), short: "dismiss", drawn: "assistant dismissed"),
            ]),
        EventRow(
            "emergency", help: "",
            [
                EventPhrase("on", .emergency(sounding: true), short: "emergency", drawn: "emergency"),
                EventPhrase("off", .emergency(sounding: false), short: "over", drawn: "emergency over"),
            ]),
        EventRow(
            "microphone", help: "",
            [
                EventPhrase("muted", .microphoneMuted(true), short: "mute", drawn: "microphone muted"),
                EventPhrase("open", .microphoneMuted(false), short: "open", drawn: "microphone open"),
            ]),
    ]

    /// Events of scenarios and stories without a command.
    private static let scripted: [EventRow] = [
        EventRow(
            "screenreader",
            [
                EventPhrase("on", .screenReader(speaking: true), short: "reader", drawn: "screen reader speaks"),
                EventPhrase("off", .screenReader(speaking: false), short: "read", drawn: "screen reader silent"),
            ]),
        EventRow(
            "spatial",
            [
                EventPhrase("on", .spatialAudio(enabled: true), drawn: "spatial audio on"),
                EventPhrase("off", .spatialAudio(enabled: false), drawn: "spatial audio off"),
            ]),
        EventRow(
            "join",
            [
                EventPhrase(
                    value: "PORT-UID",
                    drawing: { if case .userAdded(let uid) = $0 { "adds \(uid)" } else { nil } },
                    event: { (uid) throws(StoryFault) in .userAdded(portUID: uid) })
            ]),
        EventRow(
            "part",
            [
                EventPhrase(
                    value: "PORT-UID",
                    drawing: { if case .userRemoved(let uid) = $0 { "takes out \(uid)" } else { nil } },
                    event: { (uid) throws(StoryFault) in .userRemoved(portUID: uid) })
            ]),
        EventRow("wake", [EventPhrase("", .woke, drawn: "wakes")]),
        EventRow(
            "",
            [
                EventPhrase("", .servicesLost, short: "lost", drawn: "services lost"),
                EventPhrase("", .servicesRestarted, short: "restart", drawn: "services back"),
            ]),
    ]

    /// Events that no line makes: the device and programs report them.
    private static let reported: [EventRow] = [
        EventRow(
            "",
            [
                EventPhrase { if case .userPickedTogether(let uids) = $0 { "picks \(list(uids))" } else { nil } },
                EventPhrase { if case .configured = $0 { "configured" } else { nil } },
                EventPhrase { if case .callGivesWay = $0 { "hangs up, another rings" } else { nil } },
                EventPhrase { if case .portsArrived(let ports) = $0 { "\(names(ports)) in" } else { nil } },
                EventPhrase { if case .portsDeparted(let uids) = $0 { "\(list(uids)) out" } else { nil } },
                EventPhrase { event in
                    if case .portsPreferred(let uids) = event {
                        uids.isEmpty ? "no default" : "default \(list(uids))"
                    } else {
                        nil
                    }
                },
                EventPhrase("", .outputMuted(true), drawn: "output muted"),
                EventPhrase("", .outputMuted(false), drawn: "output unmuted"),
                EventPhrase("", .audioServer(answers: true), drawn: "audio server there"),
                EventPhrase("", .audioServer(answers: false), drawn: "no audio server"),
                EventPhrase { event in
                    if case .microphoneMode(let app, let mode) = event {
                        "program \(app.number) hears by \(mode)"
                    } else {
                        nil
                    }
                },
                EventPhrase { event in
                    if case .appZone(let app, let zone) = event { "program \(app.number) to \(zone)" } else { nil }
                },
            ])
    ]

    private static func list(_ uids: [String]) -> String { uids.joined(separator: ", ") }

    private static func names(_ ports: [Port]) -> String {
        ports.count > 2 ? "\(ports.count) ports" : list(ports.map(\.type.rawValue))
    }

    /// Returns the few words for an event of the device that a drawing has room for; nil for acts of programs and for
    /// bookkeeping.
    package static func drawing(of event: Event) -> String? {
        for row in all { for phrase in row.phrases { if let words = phrase.drawing(event) { return words } } }
        return nil
    }
}

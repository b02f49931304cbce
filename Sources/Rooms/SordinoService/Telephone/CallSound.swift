import SordinoPipeWire
import SordinoPolicy
import SordinoSession

/// The sound of a telephone call, collected from decisions: whether the person talks, and on which ports.
///
/// A value; `TelephoneDesk` passes it to the cards.
struct CallSound: Hashable, Sendable {
    private(set) var isTalking = false
    private(set) var outputs: [String] = []
    private(set) var inputs: [String] = []
    private(set) var isMicrophoneMuted = false

    /// Takes in what a decision changed.
    ///
    /// - Returns: Whether anything is different now.
    mutating func follow(_ event: Event, _ effects: [Effect]) -> Bool {
        let before = self
        switch event {
        // While a call that waited rings, the card stays in its profile: the person may accept it at once.
        case .callAccepted: isTalking = true
        case .callDeclined, .callEnded: isTalking = false
        case .microphoneMuted(let isMuted): isMicrophoneMuted = isMuted
        default: break
        }
        for effect in effects {
            switch effect {
            case .route(.actor(.call), .media, let route):
                (outputs, inputs) = (route.outputs.map(\.uid), route.inputs.map(\.uid))
            case .actorSounds(.call, false): (outputs, inputs) = ([], [])
            default: break
            }
        }
        return self != before
    }

    /// Writes it into the call that cards follow.
    func write(to call: inout TelephoneCall) {
        (call.isTalking, call.outputs, call.inputs) = (isTalking, outputs, inputs)
        call.isMicrophoneMuted = isMicrophoneMuted
    }
}

extension TelephoneCall.Choice {
    init(_ use: TelephoneProfileUse) {
        switch use {
        case .auto: self = .automatic
        case .service: self = .service
        case .never: self = .never
        }
    }
}

extension CallCards.Finding {
    /// A sentence for logs and status.
    package var sentence: String {
        switch self {
        case .asked(let card, let profile): "the card \"\(card)\" was asked for its profile \"\(profile)\""
        case .active(let card, let profile): "the card \"\(card)\" is in its profile \"\(profile)\""
        case .late(let card, let profile):
            "the card \"\(card)\" did not take its profile \"\(profile)\" within 3 s: the call may be silent"
        case .replaced(let card, let profile):
            "the card \"\(card)\" has left its profile \"\(profile)\" in the call, and not by this service: "
                + "the call may be silent"
        case .vanished(let card): "the card \"\(card)\" was removed during the call: the call may be silent"
        case .managerGone:
            "the session manager, which switches cards for calls, has ended during the call: the call may be silent"
        case .noProfile: "no card has a profile for calls (\"Voice Call\"): the service switches none"
        }
    }
}

extension TelephoneCall.Master {
    /// A sentence for logs and status.
    package var sentence: String {
        switch self {
        case .service: "this service switches a card into its profile for calls"
        case .sessionManager: "the session manager switches a card into its profile for calls, for ModemManager's calls"
        case .callaudiod: "callaudiod switches a card into its profile for calls, when the shell asks it to"
        case .nobody: "the service leaves cards alone in calls (telephone-profile = never)"
        }
    }
}

extension DeviceStatus {
    /// A sentence about the program that switches cards into their profile for calls; nil without cards.
    package var callProfileSentence: String? {
        callProfileBy.flatMap { TelephoneCall.Master(rawValue: $0) }?.sentence
    }
}

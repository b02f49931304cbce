import SordinoPipeWire
import SordinoPolicy
import SordinoSession
import Synchronization

/// Passes the telephone's call to the cards, and keeps what they answer for status and log.
final class TelephoneDesk: Sendable {
    private struct State {
        var sound = CallSound()
        var report: TelephoneReport?
        /// Troubles that were said since the call began.
        var said: Set<CallCards.Finding> = []
    }

    private let hardware: PipeWireHardware?
    private let say: @Sendable (String) -> Void
    private let state = Mutex(State())

    /// - Parameters:
    ///   - hardware: Nil on a device without cards.
    ///   - say: Takes one sentence for each trouble of a call, on the device's thread.
    init(_ hardware: PipeWireHardware?, say: @escaping @Sendable (String) -> Void) {
        (self.hardware, self.say) = (hardware, say)
    }

    /// Begins to listen to the cards.
    func begin(_ settings: PolicySettings) {
        set(settings)
        hardware?.whenCardsAnswer { [weak self] in self?.hear($0) }
    }

    /// Takes over the configured choice.
    func set(_ settings: PolicySettings) {
        let choice = TelephoneCall.Choice(settings.telephoneProfile)
        hardware?.follow { $0.choice = choice }
    }

    /// Notes that a program of the device that concerns calls came or went.
    func note(_ neighbour: CallNeighbour, isThere: Bool) {
        hardware?.follow { call in
            switch neighbour {
            case .callaudiod: call.hasCallaudiod = isThere
            case .modemManager: call.hasModemManager = isThere
            }
        }
    }

    /// Takes in a decision of the service.
    func follow(_ decision: SessionService.Decision) {
        let sound = state.withLock { state -> CallSound? in
            let wasTalking = state.sound.isTalking
            guard state.sound.follow(decision.event, decision.effects) else { return nil }
            // Each trouble is said once for a call, however often it comes and goes.
            if !wasTalking { state.said = [] }
            return state.sound
        }
        if let sound { hardware?.follow { sound.write(to: &$0) } }
    }

    private func hear(_ report: TelephoneReport) {
        let troubles = state.withLock { state -> [CallCards.Finding] in
            state.report = report
            return report.findings.filter { $0.isTrouble && state.said.insert($0).inserted }
        }
        for trouble in troubles { say("call: \(trouble.sentence)") }
    }

    /// The program that switches cards for calls; nil on a device without cards.
    var master: TelephoneCall.Master? { state.withLock(\.report)?.master }

    /// Sentences about the present call.
    ///
    /// - Parameter ringing: The names of the programs that play its ringtone.
    func sentences(ringing: [String]) -> [String] {
        let (report, isTalking) = state.withLock { ($0.report, $0.sound.isTalking) }
        var sentences = ringing.map { "\($0) plays the ringtone: it belongs to the call, not to a session" }
        if isTalking, let report {
            sentences += report.findings.map(\.sentence)
            if report.master != .service { sentences.append(report.master.sentence) }
        }
        return sentences
    }
}

/// A program beside the service that concerns the sound of calls.
package enum CallNeighbour: Hashable, Sendable { case callaudiod, modemManager }

import CoreAudioTypes
import Foundation
import SordinoRealtime
import Synchronization

/// One observer of a node, with the form in which it receives changes.
final class ParameterObservation: Sendable {
    /// The kind of observed change.
    enum Kind {
        case value(AUParameterObserver)
        case recording(AUParameterRecordingObserver)
        case automation(AUParameterAutomationObserver)
        /// Called at once, on the thread of the change.
        case listener(@Sendable (AUParameterAutomationEvent) -> Void)
    }

    /// The token of the observer: the address of a byte that is allocated for it.
    var token: AUParameterObserverToken { place.value }
    private let place = Lent(AUParameterObserverToken.allocate(byteCount: 1, alignment: 1))
    private let lent: Lent<Kind>
    private var kind: Kind { lent.value }
    private let hasEnded = Atomic<Bool>(false)

    /// The serial queue that calls all observers but listeners, in the order of the changes.
    static let queue = DispatchQueue(label: "org.sordino.parameters")

    init(_ kind: Kind) { lent = Lent(kind) }

    deinit { token.deallocate() }

    /// Ends the observation: no call begins after this.
    func end() { hasEnded.store(true, ordering: .releasing) }

    private func hear(_ event: AUParameterAutomationEvent) {
        guard !hasEnded.load(ordering: .acquiring) else { return }
        switch kind {
        case .value(let observer):
            if event.eventType == .value { observer(event.address, event.value) }
        case .recording(let observer):
            guard event.eventType == .value else { return }
            var recorded = AURecordedParameterEvent(
                hostTime: event.hostTime, address: event.address, value: event.value)
            observer(1, &recorded)
        case .automation(let observer):
            var event = event
            observer(1, &event)
        case .listener(let listener): listener(event)
        }
    }

    private var isImmediate: Bool { if case .listener = kind { true } else { false } }

    /// Notifies observers of a change: listeners at once, all others but the originator on `queue`.
    static func tell(
        _ observers: [ParameterObservation], _ event: AUParameterAutomationEvent,
        originator: AUParameterObserverToken?
    ) {
        for observer in observers where observer.isImmediate { observer.hear(event) }
        let others = observers.filter { $0.token != originator && !$0.isImmediate }
        guard !others.isEmpty else { return }
        queue.async { for observer in others { observer.hear(event) } }
    }
}

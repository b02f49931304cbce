import CoreAudioTypes
import Foundation
import SordinoRealtime
import Synchronization

/// The listeners of one unit: listeners with their queues, and functions that are called at once when a property
/// changes.
///
/// - Thread: any.
final class UnitListeners: Sendable {
    /// A function that is called after changes of one property.
    struct PropertyListener: Sendable {
        let unit: Lent<AudioUnit>
        let id: AudioUnitPropertyID
        let proc: AudioUnitPropertyListenerProc
        let context: Lent<UnsafeMutableRawPointer?>
    }

    private struct State {
        var subscriptions: [ListenerSubscription] = []
        var propertyListeners: [PropertyListener] = []
        weak var tree: AUParameterTree?
    }

    private let state = Mutex(State())

    // MARK: Subscriptions

    /// Adds a subscription, and with the first one a listener to the parameter tree.
    func add(_ subscription: ListenerSubscription, of unit: AUAudioUnit) {
        let tree = unit.parameterTree
        let isWatched = state.withLock { state in
            state.subscriptions.append(subscription)
            defer { state.tree = tree }
            return state.tree === tree
        }
        guard !isWatched, let tree else { return }
        // The listener is never removed: the tree owns it.
        _ = tree.addListener { [weak self] in self?.hear($0) }
    }

    func remove(_ subscription: ListenerSubscription) {
        state.withLock { $0.subscriptions.removeAll { $0 === subscription } }
    }

    private func hear(_ event: AUParameterAutomationEvent) {
        let kind: AudioUnitEventType =
            switch event.eventType {
            case .touch: .beginParameterChangeGesture
            case .release: .endParameterChangeGesture
            default: .parameterValueChange
            }
        let topic = ListenerTopic.parameter(kind, event.address)
        let sender = ListenerSender.current
        let hostTime = event.hostTime == 0 ? HostClock.now() : event.hostTime
        for subscription in state.withLock({ $0.subscriptions }) where subscription.topic == topic {
            if sender?.isSource(of: subscription, event.address) == true { continue }
            subscription.listener.hear(subscription, value: event.value, hostTime: hostTime)
        }
    }

    // MARK: Properties

    func add(_ listener: PropertyListener) { state.withLock { $0.propertyListeners.append(listener) } }

    /// Removes a function of a property that was added with the same context.
    func removePropertyListener(
        _ id: AudioUnitPropertyID, _ proc: AudioUnitPropertyListenerProc, context: UnsafeMutableRawPointer?
    ) {
        let (address, context) = (unsafeBitCast(proc, to: UInt.self), UInt(bitPattern: context))
        state.withLock {
            $0.propertyListeners.removeAll {
                $0.id == id && unsafeBitCast($0.proc, to: UInt.self) == address
                    && UInt(bitPattern: $0.context.value) == context
            }
        }
    }

    /// Notifies the functions and subscriptions of a property that it has changed.
    ///
    /// - Parameter sender: The subscriber that is not notified.
    func notifyProperty(
        _ id: AudioUnitPropertyID, _ scope: AudioUnitScope, _ element: AudioUnitElement,
        sender: ListenerSender? = nil
    ) {
        let (subscriptions, functions) = state.withLock { ($0.subscriptions, $0.propertyListeners) }
        for function in functions where function.id == id {
            let unit = function.unit.value
            function.proc(function.context.value ?? UnsafeMutableRawPointer(unit), unit, id, scope, element)
        }
        let topic = ListenerTopic.property(id, scope, element)
        for subscription in subscriptions where subscription.topic == topic {
            if sender?.isSource(of: subscription, 0) == true { continue }
            subscription.listener.hear(subscription, value: 0, hostTime: HostClock.now())
        }
    }
}

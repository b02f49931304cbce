import AVFAudio
import Foundation
import SordinoEngine
import SordinoSession
import Synchronization

extension NSNotification.Name {
    /// Routes beyond the local one appeared, or all of them are gone; its object is the detector.
    ///
    /// Posted on the main queue.
    public static let AVRouteDetectorMultipleRoutesDetectedDidChange = NSNotification.Name(
        "AVRouteDetectorMultipleRoutesDetectedDidChangeNotification")
}

/// Detects whether sound could also be heard elsewhere: on receivers on the network, Bluetooth devices, in a car.
///
/// A program shows its button for choosing an output only while there is a choice. The person chooses, with the desktop's
/// settings or `audioctl play-to`; there is no view for it.
/// - Thread: any.
public final class AVRouteDetector: NSObject, Sendable {
    private struct State {
        var watcher: Int?
        var wasDetected = false
        var detectsCustomRoutes = false
    }

    private let context = AppContext.current
    private let state = Mutex(State())

    /// Makes a detector whose detection is off.
    public override init() { super.init() }

    deinit { if let watcher = state.withLock({ $0.watcher }) { context.client.removeObserver(watcher) } }

    /// Indicates whether routes are detected; false at first.
    public var isRouteDetectionEnabled: Bool {
        get { state.withLock { $0.watcher != nil } }
        set {
            guard newValue else {
                let watcher = state.withLock { state in
                    defer { (state.watcher, state.wasDetected) = (nil, false) }
                    return state.watcher
                }
                if let watcher { context.client.removeObserver(watcher) }
                return
            }
            guard !isRouteDetectionEnabled else { return }
            let watcher = context.client.addWatcher { [weak self] in self?.look() }
            let surplus = state.withLock { state -> Int? in
                guard state.watcher == nil else { return watcher }
                (state.watcher, state.wasDetected) = (watcher, context.client.hasOutputsElsewhere)
                return nil
            }
            if let surplus { context.client.removeObserver(surplus) }
        }
    }

    /// Indicates whether there are outputs beyond the local ones; false while detection is off.
    public var multipleRoutesDetected: Bool { isRouteDetectionEnabled && context.client.hasOutputsElsewhere }

    /// Indicates whether routes of programs' own protocols would count as well; there are none on Linux.
    public var detectsCustomRoutes: Bool {
        get { state.withLock { $0.detectsCustomRoutes } }
        set { state.withLock { $0.detectsCustomRoutes = newValue } }
    }

    private func look() {
        let isDetected = context.client.hasOutputsElsewhere
        let changes = state.withLock { state in
            guard state.watcher != nil, state.wasDetected != isDetected else { return false }
            state.wasDetected = isDetected
            return true
        }
        guard changes else { return }
        NotificationCenter.default.post(name: .AVRouteDetectorMultipleRoutesDetectedDidChange, object: self)
    }
}

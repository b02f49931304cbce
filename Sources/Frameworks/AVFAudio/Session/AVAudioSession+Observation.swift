import Synchronization

extension AVAudioSession {
    /// Calls `changeHandler` on the main queue when a property that Apple documents as observable has changed:
    /// `outputVolume`, `promptStyle`, `inputGain`, `isInputAvailable`, the channel counts, `sampleRate`,
    /// `ioBufferDuration` and the data sources.
    ///
    /// Others call once if `options` has `initial`, then never.
    ///
    /// - Returns: Keep it as long as you observe.
    public func observe<Value>(
        _ keyPath: KeyPath<AVAudioSession, Value>, options: NSKeyValueObservingOptions = [],
        changeHandler: @escaping (AVAudioSession, NSKeyValueObservedChange<Value>) -> Void
    ) -> NSKeyValueObservation {
        let observer = PropertyObserver(session: self, keyPath: keyPath, options: options, handler: changeHandler)
        if options.contains(.initial) { observer.callInitially() }
        guard Self.observableProperties.contains(keyPath) else { return NSKeyValueObservation {} }
        let client = client
        let number = client.addWatcher { observer.look() }
        return NSKeyValueObservation { client.removeObserver(number) }
    }

    /// The values of an observable property, beginning with the present one.
    public func values<Value: Sendable>(of keyPath: KeyPath<AVAudioSession, Value> & Sendable) -> AsyncStream<Value> {
        AsyncStream { continuation in
            let observation = observe(keyPath, options: [.initial, .new]) { _, change in
                if let value = change.newValue { continuation.yield(value) }
            }
            continuation.onTermination = { _ in observation.invalidate() }
        }
    }

    private static var observableProperties: Set<PartialKeyPath<AVAudioSession>> {
        [
            \.outputVolume, \.promptStyle, \.inputGain, \.isInputAvailable, \.inputNumberOfChannels,
            \.outputNumberOfChannels, \.sampleRate, \.ioBufferDuration, \.inputDataSource, \.inputDataSources,
            \.outputDataSource, \.outputDataSources,
        ]
    }
}

/// Compares a property with its value at the last look.
private final class PropertyObserver<Value>: @unchecked Sendable {
    private weak var session: AVAudioSession?
    private let keyPath: KeyPath<AVAudioSession, Value>
    private let options: NSKeyValueObservingOptions
    private let handler: (AVAudioSession, NSKeyValueObservedChange<Value>) -> Void
    /// Looks come one after the other, on the lane where programs are called.
    private var last: Value

    init(
        session: AVAudioSession, keyPath: KeyPath<AVAudioSession, Value>, options: NSKeyValueObservingOptions,
        handler: @escaping (AVAudioSession, NSKeyValueObservedChange<Value>) -> Void
    ) {
        self.session = session
        self.keyPath = keyPath
        self.options = options
        self.handler = handler
        last = session[keyPath: keyPath]
    }

    func callInitially() {
        guard let session else { return }
        call(session, new: last, old: nil)
    }

    func look() {
        guard let session else { return }
        let value = session[keyPath: keyPath]
        guard !isEqual(value, last) else { return }
        let old = last
        last = value
        call(session, new: value, old: old)
    }

    private func call(_ session: AVAudioSession, new: Value, old: Value?) {
        handler(
            session,
            NSKeyValueObservedChange(
                kind: .setting, newValue: options.contains(.new) ? new : nil,
                oldValue: options.contains(.old) ? old : nil, isPrior: false))
    }

    private func isEqual(_ left: Value, _ right: Value) -> Bool {
        guard let left = left as? any Equatable else { return false }
        return left.equals(right)
    }
}

extension Equatable {
    fileprivate func equals(_ other: Any) -> Bool { (other as? Self).map { $0 == self } ?? false }
}

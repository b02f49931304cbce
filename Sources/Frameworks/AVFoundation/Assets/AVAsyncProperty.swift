import Foundation
import SordinoRealtime

/// Names a property of an asset, a track or a metadata item; the properties are static members.
open class AVPartialAsyncProperty<Root>: @unchecked Sendable {
    let name: String

    init(name: String) { self.name = name }
}

/// Names a property that may have to be read first.
public final class AVAsyncProperty<Root, Value>: AVPartialAsyncProperty<Root>, @unchecked Sendable {
    /// The state of reading.
    public enum Status {
        /// The value has not been requested.
        case notYetLoaded
        /// The value is being loaded.
        case loading
        /// The value is loaded.
        case loaded(Value)
        /// The value could not be loaded.
        case failed(NSError)
    }

    let read: (Root) throws -> Value
    let isRead: (Root) -> Bool

    init(_ name: String, isRead: @escaping (Root) -> Bool, _ read: @escaping (Root) throws -> Value) {
        self.read = read
        self.isRead = isRead
        super.init(name: name)
    }
}

/// Something whose properties may have to be read first.
public protocol AVAsynchronousKeyValueLoading: AnyObject {}

/// Runs work that waits for the disk on a thread outside the pool of Swift's tasks.
func onDiskThread<Value>(_ body: @escaping () throws -> Value) async throws -> Value {
    let body = Lent(body)
    return try await withCheckedThrowingContinuation { continuation in
        let continuation = continuation as CheckedContinuation<Lent<Value>, any Error>
        DispatchQueue.global(qos: .userInitiated).async {
            continuation.resume(with: Result { Lent(try body.value()) })
        }
    }.value
}

extension AVAsynchronousKeyValueLoading {
    /// Reads a property.
    ///
    /// - Throws: Why it could not be read.
    public func load<T>(_ property: AVAsyncProperty<Self, T>) async throws -> T {
        try await onDiskThread { try property.read(self) }
    }

    /// Reads two properties and returns both values.
    public func load<A, B>(
        _ propertyA: AVAsyncProperty<Self, A>, _ propertyB: AVAsyncProperty<Self, B>
    ) async throws -> (A, B) {
        try await onDiskThread { (try propertyA.read(self), try propertyB.read(self)) }
    }

    /// Reads three properties and returns all values.
    public func load<A, B, C>(
        _ propertyA: AVAsyncProperty<Self, A>, _ propertyB: AVAsyncProperty<Self, B>,
        _ propertyC: AVAsyncProperty<Self, C>
    ) async throws -> (A, B, C) {
        try await onDiskThread { (try propertyA.read(self), try propertyB.read(self), try propertyC.read(self)) }
    }

    /// Reads four properties and returns all values.
    public func load<A, B, C, D>(
        _ propertyA: AVAsyncProperty<Self, A>, _ propertyB: AVAsyncProperty<Self, B>,
        _ propertyC: AVAsyncProperty<Self, C>, _ propertyD: AVAsyncProperty<Self, D>
    ) async throws -> (A, B, C, D) {
        try await onDiskThread {
            (
                try propertyA.read(self), try propertyB.read(self), try propertyC.read(self),
                try propertyD.read(self)
            )
        }
    }

    /// Returns how far reading a property has come; it does not begin to read.
    public func status<T>(of property: AVAsyncProperty<Self, T>) -> AVAsyncProperty<Self, T>.Status {
        guard property.isRead(self) else { return .notYetLoaded }
        do { return .loaded(try property.read(self)) } catch { return .failed(error as NSError) }
    }
}

/// The state of reading a property.
public enum AVKeyValueStatus: Int, Sendable {
    /// The value has not been requested.
    case unknown = 0
    /// The value is being loaded.
    case loading = 1
    /// The value is loaded.
    case loaded = 2
    /// The value could not be loaded.
    case failed = 3
    /// Reading it was cancelled.
    case cancelled = 4
}

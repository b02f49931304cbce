import SordinoPolicy
import SordinoSession

/// Reads any bytes as each type of the wire.
package enum WireReading {
    /// Reads a value as each type; what is understood must come back from its line.
    ///
    /// - Returns: How many types it was understood as, and what is wrong, nil if nothing is.
    package static func read(_ value: WireValue) -> (understood: Int, fault: String?) {
        var understood = 0
        var fault: String?
        func take<Value: WireCodable & Equatable>(_ type: Value.Type) {
            do throws(WireError) {
                let read = try Value(wire: value)
                understood += 1
                // Not a number is unequal to itself: its line is compared.
                let line = JSON.line(read.wireValue)
                let again = try Value(wire: JSON.value(line))
                if again != read, JSON.line(again.wireValue) != line { fault = "\(type) changes on its way: \(line)" }
            } catch {
                if error.sentence.isEmpty { fault = "\(type) is refused without a reason" }
            }
        }
        take(Event.self)
        take(Request.self)
        take(SessionNotification.self)
        take(AppDeclaration.self)
        take(Cause.self)
        take(SessionError.self)
        take(Port.self)
        if case .record(let record) = value {
            var session = SessionSnapshot()
            var device = DeviceSnapshot()
            try? session.apply(record)
            try? device.apply(record)
        }
        return (understood, fault)
    }

    /// Reads bytes as a line of a log.
    ///
    /// - Returns: What is wrong, nil if nothing is.
    package static func read(line: [UInt8]) -> String? {
        guard let value = try? JSON.value(String(decoding: line, as: UTF8.self)) else { return nil }
        return read(value).fault
    }
}

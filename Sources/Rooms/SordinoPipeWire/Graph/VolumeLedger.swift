import Glibc

/// The device's volume and the originator of its changes: this service, or another program's slider or key.
///
/// A value without a connection. A volume that this service requests of a device comes back like a change by another
/// program, later, and possibly after the next request: taking that for a change would set the device to and fro
/// without an end. So for a while after a request a device's reports are only kept; then, if the device ended at
/// another volume, another program changed it.
///
/// Volumes are loudnesses that a slider shows, 0 to 1: the cube root of the factor, as on the desktops.
package struct VolumeLedger: Hashable, Sendable {
    private struct Device: Hashable, Sendable {
        /// The volume that the device reported last.
        var heard: Float
        /// The volume that the device was asked for and may not have reached yet.
        var asked: Float?
        /// The time of that request, in monotonic nanoseconds.
        var askedAt: UInt64 = 0
        /// Indicates whether it has said something since.
        var hasAnswered = false
    }

    private var devices: [UInt32: Device] = [:]
    /// The number of the synchronisation after which the server has carried out all requests; nil when it has.
    private var underway: Int32?

    /// The node or route whose volume counts.
    private enum Subject: Hashable, Sendable {
        /// All devices have one volume.
        case all
        /// One of them has it, or none that is there.
        case one(UInt32?)
    }

    private var subject = Subject.all

    /// The device whose volume alone counts; nil where all do, or none.
    package var followed: UInt32? {
        if case .one(let id) = subject { id } else { nil }
    }

    private func counts(_ id: UInt32) -> Bool { subject == .all || subject == .one(id) }

    /// From now on the volume of this device alone counts; nil for none.
    ///
    /// - Returns: The volume that it has, if it was not followed before and has said one.
    package mutating func follow(_ id: UInt32?) -> Float? {
        guard subject != .one(id) else { return nil }
        subject = .one(id)
        guard let id, let device = devices[id] else { return nil }
        volume = device.asked ?? device.heard
        return volume
    }

    /// The one volume; nil until a device has said one or one was asked for.
    package private(set) var volume: Float?

    /// For how long answers to requests may come.
    package static let patienceNanoseconds: UInt64 = 250_000_000
    /// Two volumes that are the same.
    static let tolerance: Float = 0.001
    /// The tolerated difference between the requested and the reported volume, for devices with steps of their own.
    static let stepTolerance: Float = 0.02

    package init() {}

    /// The volume that channels with these factors have: that of the loudest.
    package static func volume(ofFactors factors: [Float]) -> Float? {
        factors.max().map { $0.isFinite ? min(max(cbrtf($0), 0), 1) : 0 }
    }

    /// Factors for a volume, with the balance that the channels have.
    package static func factors(_ volume: Float, balanceOf factors: [Float]) -> [Float] {
        let factor = volume * volume * volume
        guard let loudest = factors.max(), loudest.isFinite, loudest > 0 else { return factors.map { _ in factor } }
        return factors.map { factor * min(max($0 / loudest, 0), 1) }
    }

    /// Notes the volume that a device reports.
    ///
    /// The first report of a device is not a change; it is taken over only from the first device.
    ///
    /// - Returns: The new volume if another program changed it.
    package mutating func heard(_ volume: Float, of id: UInt32) -> Float? {
        guard var device = devices[id] else {
            devices[id] = Device(heard: volume)
            return self.volume == nil || subject == .one(id) ? take(volume) : nil
        }
        let before = device.heard
        device.heard = volume
        device.hasAnswered = true
        devices[id] = device
        guard counts(id), device.asked == nil, abs(before - volume) >= Self.tolerance else { return nil }
        return take(volume)
    }

    /// Notes a volume that this service sets.
    ///
    /// - Returns: The devices that are to be asked for it.
    package mutating func ask(_ volume: Float, of ids: [UInt32], at now: UInt64) -> [UInt32] {
        self.volume = volume
        return ids.filter { id in
            guard counts(id), let device = devices[id] else { return false }
            guard abs((device.asked ?? device.heard) - volume) >= Self.tolerance else { return false }
            devices[id]?.asked = volume
            devices[id]?.askedAt = now
            devices[id]?.hasAnswered = false
            return true
        }
    }

    /// Notes that the latest requests were sent, and the synchronisation behind them: a server that is busy may take long.
    package mutating func sent(before number: Int32) { underway = number }

    /// The server has done all that was asked before the synchronisation of that number: from now on devices have time to answer.
    package mutating func done(_ number: Int32, at now: UInt64) {
        guard number == underway else { return }
        underway = nil
        for id in devices.keys where devices[id]?.asked != nil { devices[id]?.askedAt = now }
    }

    /// Closes requests that are old enough and compares their results.
    ///
    /// - Returns: The new volume if another program changed it meanwhile.
    package mutating func look(at now: UInt64) -> Float? {
        guard underway == nil else { return nil }
        var elsewhere: Float?
        for id in devices.keys.sorted() {
            guard let device = devices[id], let asked = device.asked,
                now >= device.askedAt + Self.patienceNanoseconds
            else { continue }
            devices[id]?.asked = nil
            if counts(id), device.hasAnswered, abs(device.heard - asked) > Self.stepTolerance {
                elsewhere = device.heard
            }
        }
        return elsewhere.flatMap { take($0) }
    }

    /// Indicates whether `look` has something to do later.
    package var isWaiting: Bool { devices.values.contains { $0.asked != nil } }

    /// The device is gone; another may get its number.
    package mutating func forget(_ id: UInt32) { devices[id] = nil }

    private mutating func take(_ volume: Float) -> Float? {
        defer { self.volume = volume }
        if let known = self.volume, abs(known - volume) < Self.tolerance { return nil }
        return volume
    }
}

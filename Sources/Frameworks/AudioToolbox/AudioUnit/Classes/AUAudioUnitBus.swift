import AVAudioTypes
import CoreAudioTypes
import Foundation

/// One input or output of a unit, with its format.
///
/// - Thread: one at a time, not the render thread.
open class AUAudioUnitBus: NSObject {
    private var present: AVAudioFormat
    private weak var owner: AUAudioUnit?
    /// Called after the format has changed.
    var formatChanged: ((AVAudioFormat) -> Void)?
    /// A test for formats that the bus accepts, independent of its owner; nil accepts every format.
    var allows: ((AVAudioFormat) -> Bool)?

    /// The direction of the bus; `.input` until it belongs to an array.
    open private(set) var busType = AUAudioUnitBusType.input
    /// The index in the array, from 0.
    open private(set) var index = 0
    /// A name for display; nil for none.
    open var name: String?
    /// Indicates whether the bus is in use; units with several busses may start with some of them disabled.
    open var isEnabled = true
    /// Indicates whether the unit allocates memory for the bus; not needed if hosts provide the buffers.
    open var shouldAllocateBuffer = true
    /// The supported numbers of channels; nil for any.
    open var supportedChannelCounts: [NSNumber]?
    /// The largest number of channels; `UInt32.max` by default.
    open var maximumChannelCount = AUAudioChannelCount.max
    /// The latency between the unit and the hardware in seconds, set by the host.
    open var contextPresentationLatency: TimeInterval = 0

    /// Makes a bus, to be added to a unit's array.
    ///
    /// - Throws: `kAudioUnitErr_FormatNotSupported` for a format without rate or channels.
    public init(format: AVAudioFormat) throws {
        guard format.isAccepted else {
            throw UnitError.error(
                kAudioUnitErr_FormatNotSupported, because: "\(format) has an unsupported rate or channel count")
        }
        present = format
    }

    init(hardware format: AVAudioFormat) { present = format }

    func join(_ owner: AUAudioUnit?, _ type: AUAudioUnitBusType, at index: Int) {
        (self.owner, busType, self.index) = (owner, type, index)
    }

    /// The format of the bus.
    open var format: AVAudioFormat { present }

    /// The unit that the bus or the array belongs to.
    open var ownerAudioUnit: AUAudioUnit {
        guard let owner else { stopOnMisuse("required condition is false: the bus is in an array of a unit") }
        return owner
    }

    /// The tags of the supported channel layouts; nil for any.
    open var supportedChannelLayoutTags: [NSNumber]? { nil }

    /// Changes the format.
    ///
    /// - Throws: `kAudioUnitErr_FormatNotSupported` if the bus or its unit does not support it,
    ///   `kAudioUnitErr_Initialized` if the unit is prepared to render.
    open func setFormat(_ format: AVAudioFormat) throws {
        if format == present { return }
        guard format.isAccepted, format.channelCount <= maximumChannelCount,
            supportedChannelCounts?.contains(NSNumber(value: format.channelCount)) ?? true, allows?(format) ?? true
        else { throw UnitError.error(kAudioUnitErr_FormatNotSupported, because: "the bus does not take \(format)") }
        if let owner, !owner.shouldChange(to: format, for: self) {
            throw UnitError.error(
                owner.renderResourcesAllocated ? kAudioUnitErr_Initialized : kAudioUnitErr_FormatNotSupported,
                because: "the unit does not change to \(format)")
        }
        present = format
        formatChanged?(format)
    }

    /// Sets the format without checks or notifications.
    func follow(_ format: AVAudioFormat) { present = format }
}

/// The inputs or the outputs of a unit.
///
/// - Thread: one at a time, not the render thread.
open class AUAudioUnitBusArray: NSObject {
    private weak var owner: AUAudioUnit?
    private var busses: [AUAudioUnitBus]
    /// Makes a bus to be added; nil if the number of busses is fixed.
    var makeBus: ((Int) throws -> AUAudioUnitBus)?
    /// The largest number of busses.
    var limit = Int.max

    /// The direction of the busses.
    public let busType: AUAudioUnitBusType

    /// Makes an array of busses.
    public init(audioUnit owner: AUAudioUnit, busType: AUAudioUnitBusType, busses busArray: [AUAudioUnitBus]) {
        self.owner = owner
        self.busType = busType
        busses = busArray
        super.init()
        joinAll()
    }

    /// Makes an empty array.
    public convenience init(audioUnit owner: AUAudioUnit, busType: AUAudioUnitBusType) {
        self.init(audioUnit: owner, busType: busType, busses: [])
    }

    private func joinAll() {
        for (index, bus) in busses.enumerated() { bus.join(owner, busType, at: index) }
    }

    /// The unit that the bus or the array belongs to.
    open var ownerAudioUnit: AUAudioUnit {
        guard let owner else { stopOnMisuse("required condition is false: the array belongs to a unit") }
        return owner
    }

    /// The number of busses.
    open var count: Int { busses.count }

    /// Indicates whether hosts may change the number of busses.
    open var isCountChangeable: Bool { makeBus != nil }

    /// The bus at an index, from 0.
    open subscript(index: Int) -> AUAudioUnitBus {
        requireCondition(
            busses.indices.contains(index), "required condition is false: index \(index) is below count \(busses.count)"
        )
        return busses[index]
    }

    /// Changes the number of busses; new ones have the format of the last.
    ///
    /// - Throws: `kAudioUnitErr_PropertyNotWritable` if the number is fixed, `kAudioUnitErr_InvalidPropertyValue` for a
    ///   number out of range, `kAudioUnitErr_Initialized` if the unit is prepared to render.
    open func setBusCount(_ count: Int) throws {
        if count == busses.count { return }
        guard let makeBus else { throw UnitError.error(kAudioUnitErr_PropertyNotWritable) }
        guard count >= 0, count <= limit else { throw UnitError.error(kAudioUnitErr_InvalidPropertyValue) }
        if owner?.renderResourcesAllocated == true { throw UnitError.error(kAudioUnitErr_Initialized) }
        while busses.count < count { busses.append(try makeBus(busses.count)) }
        busses.removeLast(busses.count - count)
        joinAll()
    }

    /// Replaces the busses; for units.
    open func replaceBusses(_ busArray: [AUAudioUnitBus]) {
        busses = busArray
        joinAll()
    }
}

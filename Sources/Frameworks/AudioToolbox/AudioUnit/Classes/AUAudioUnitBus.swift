import AVAudioTypes
import CoreAudioTypes
import Foundation

/// One input or output of a unit, and the format in which sound passes it.
///
/// - Thread: one at a time, not the render thread.
open class AUAudioUnitBus: NSObject {
    private var present: AVAudioFormat
    private weak var owner: AUAudioUnit?
    /// Called when the format has become another.
    var formatChanged: ((AVAudioFormat) -> Void)?
    /// A test for formats that the bus accepts, independent of its owner; nil accepts every format.
    var allows: ((AVAudioFormat) -> Bool)?

    /// The direction of the bus; `.input` until it belongs to an array.
    open private(set) var busType = AUAudioUnitBusType.input
    /// The place in the array, from 0.
    open private(set) var index = 0
    /// A name for people; nil for none.
    open var name: String?
    /// Indicates whether sound passes; units with several busses may start with some of them off.
    open var isEnabled = true
    /// Indicates whether the unit gets memory for the bus, which it need not when hosts bring buffers of their own.
    open var shouldAllocateBuffer = true
    /// Numbers of channels that the bus can have; nil for any.
    open var supportedChannelCounts: [NSNumber]?
    /// The most channels; `UInt32.max` until a unit says less.
    open var maximumChannelCount = AUAudioChannelCount.max
    /// Seconds between the unit and the air, or the other way, as the host knows them.
    open var contextPresentationLatency: TimeInterval = 0

    /// Makes a bus; a unit puts it into an array.
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

    /// The unit.
    open var ownerAudioUnit: AUAudioUnit {
        guard let owner else { stopOnMisuse("required condition is false: the bus is in an array of a unit") }
        return owner
    }

    /// Tags of the layouts that the bus can have; nil for any.
    open var supportedChannelLayoutTags: [NSNumber]? { nil }

    /// Changes the format.
    ///
    /// - Throws: `kAudioUnitErr_FormatNotSupported` if the bus or its unit cannot take it, `kAudioUnitErr_Initialized` if the unit has its
    ///   render resources.
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

    /// Takes on what is so already, without asking.
    func follow(_ format: AVAudioFormat) { present = format }
}

/// The inputs or the outputs of a unit.
///
/// - Thread: one at a time, not the render thread.
open class AUAudioUnitBusArray: NSObject {
    private weak var owner: AUAudioUnit?
    private var busses: [AUAudioUnitBus]
    /// Makes busses when there are to be more; nil if their number is fixed.
    var makeBus: ((Int) throws -> AUAudioUnitBus)?
    /// The most busses.
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

    /// The unit.
    open var ownerAudioUnit: AUAudioUnit {
        guard let owner else { stopOnMisuse("required condition is false: the array belongs to a unit") }
        return owner
    }

    /// The number of busses.
    open var count: Int { busses.count }

    /// Indicates whether hosts may change the number of busses.
    open var isCountChangeable: Bool { makeBus != nil }

    /// A bus, from 0.
    open subscript(index: Int) -> AUAudioUnitBus {
        requireCondition(
            busses.indices.contains(index), "required condition is false: index \(index) is below count \(busses.count)"
        )
        return busses[index]
    }

    /// Changes the number of busses; new ones have the format of the last.
    ///
    /// - Throws: `kAudioUnitErr_PropertyNotWritable` if the number is fixed, `kAudioUnitErr_InvalidPropertyValue` for a number that the
    ///   unit cannot have.
    open func setBusCount(_ count: Int) throws {
        if count == busses.count { return }
        guard let makeBus else { throw UnitError.error(kAudioUnitErr_PropertyNotWritable) }
        guard count >= 0, count <= limit else { throw UnitError.error(kAudioUnitErr_InvalidPropertyValue) }
        if owner?.renderResourcesAllocated == true { throw UnitError.error(kAudioUnitErr_Initialized) }
        while busses.count < count { busses.append(try makeBus(busses.count)) }
        busses.removeLast(busses.count - count)
        joinAll()
    }

    /// Puts other busses in place of these; for units.
    open func replaceBusses(_ busArray: [AUAudioUnitBus]) {
        busses = busArray
        joinAll()
    }
}

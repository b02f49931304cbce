import AVAudioTypes
import CoreAudioTypes
import Foundation
import SordinoPolicy
import SordinoSession

/// The value of a property of the session: the bytes of a number, or an immutable object.
enum LegacyValue: Equatable, @unchecked Sendable {
    case bytes([UInt8])
    case object(NSObject)

    static func number<Number: BitwiseCopyable>(_ number: Number) -> LegacyValue {
        .bytes(withUnsafeBytes(of: number) { Array($0) })
    }

    /// The value in the form that is copied to a client's memory.
    var asProperty: PropertyValue {
        switch self {
        case .bytes(let bytes): .bytes(bytes)
        case .object(let object): .object(object)
        }
    }

    /// Calls `body` with a pointer to the number's bytes, or with the object's own pointer.
    func withPointer(_ body: (UnsafeRawPointer?) -> Void) {
        switch self {
        case .bytes(let bytes): bytes.withUnsafeBytes { body($0.baseAddress) }
        case .object(let object):
            withExtendedLifetime(object) { body(UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())) }
        }
    }
}

/// One property of Audio Session Services: how it is read and set, and the event that calls its listeners.
///
/// - Source: rules.md §6.7.
struct LegacyProperty: Sendable {
    /// The kind of event that calls a property's listeners.
    enum Heard: Sendable { case never, change, routeChange, server }

    typealias Get = @Sendable (SessionClient) throws -> LegacyValue
    typealias Set = @Sendable (SessionClient, UnsafeRawPointer) throws -> Void

    let id: UInt32
    let byteCount: UInt32
    var heard = Heard.never
    var get: Get?
    var set: Set?

    var isHeard: Bool { heard != .never }

    /// Returns the property with a number; throws `kAudioSessionUnsupportedPropertyError` for an unknown number.
    static func named(_ id: UInt32) throws -> LegacyProperty {
        guard let property = all[id] else { throw LegacyFault(LegacyStatus.unsupportedProperty) }
        return property
    }

    private static let all = Dictionary(uniqueKeysWithValues: rows.map { ($0.id, $0) })

    private typealias Code = LegacyCode

    private static let rows: [LegacyProperty] = [
        // Preferences of the program.
        number(
            Code.preferredHardwareSampleRate, { $0.snapshot.preferredSampleRate },
            set: {
                try $0.ask(.prefer(.sampleRate($1)))
            }),
        number(
            Code.preferredHardwareIOBufferDuration, { Float32($0.snapshot.preferredIOBufferDuration) },
            set: {
                try $0.ask(.prefer(.ioBufferDuration(Double($1))))
            }),
        number(
            Code.audioCategory, { try LegacyNames.code(of: $0.snapshot.configuration.category) },
            set: {
                try $0.ask(.configure(category: LegacyNames.category($1).rawValue, mode: nil, options: nil, policy: 0))
            }),
        number(
            Code.mode, { LegacyNames.code(of: $0.snapshot.configuration.mode) },
            set: {
                try $0.ask(.configure(category: nil, mode: LegacyNames.mode($1).rawValue, options: nil, policy: nil))
            }),
        option(Code.otherMixableAudioShouldDuck, .duckOthers),
        // Ducking implies mixing, so both are cleared together.
        option(Code.overrideCategoryMixWithOthers, .mixWithOthers, clearing: [.mixWithOthers, .duckOthers]),
        option(Code.overrideCategoryDefaultToSpeaker, .defaultToSpeaker),
        option(Code.overrideCategoryEnableBluetoothInput, .allowBluetoothHFP),
        setOnly(Code.overrideAudioRoute) { client, route in
            guard route == 0 || route == UInt32(Code.overrideSpeaker) else { throw LegacyFault(kAudio_ParamError) }
            try ofCategory { try client.ask(.overrideOutput(toSpeaker: route != 0)) }
        },
        // Values of the hardware.
        number(Code.currentHardwareSampleRate, { $0.device.timing.sampleRate }),
        number(
            Code.currentHardwareIOBufferDuration,
            { client in
                let timing = client.device.timing
                return timing.sampleRate > 0 ? Float32(Double(timing.blockFrames) / timing.sampleRate) : 0
            }),
        number(Code.currentHardwareInputLatency, { Float32($0.snapshot.inputLatencySeconds) }),
        number(Code.currentHardwareOutputLatency, { Float32($0.snapshot.outputLatencySeconds) }),
        number(Code.currentHardwareInputNumberChannels, heard: .change, { UInt32($0.snapshot.inputChannels) }),
        number(Code.currentHardwareOutputNumberChannels, heard: .change, { UInt32($0.snapshot.outputChannels) }),
        number(Code.currentHardwareOutputVolume, heard: .change, { $0.device.outputVolume }),
        number(Code.audioInputAvailable, heard: .change, { UInt32($0.snapshot.isInputAvailable ? 1 : 0) }),
        number(Code.inputGainAvailable, heard: .change, { UInt32($0.snapshot.isInputGainSettable ? 1 : 0) }),
        number(
            Code.inputGainScalar, heard: .change, { $0.snapshot.inputGain },
            set: {
                try $0.ask(.prefer(.inputGain($1)))
            }),
        // The route.
        object(Code.audioRoute) { LegacyRoute.name(of: $0.snapshot.route) },
        object(Code.audioRouteDescription) { LegacyRoute.description(of: $0.snapshot.route) },
        LegacyProperty(id: UInt32(Code.audioRouteChange), byteCount: objectByteCount, heard: .routeChange),
        sources(
            Code.inputSources, \.inputs, idKey: LegacyNames.inputSourceID,
            descriptionKey: LegacyNames.inputSourceDescription),
        source(Code.inputSource, \.inputs),
        sources(
            Code.outputDestinations, \.outputs, idKey: LegacyNames.outputDestinationID,
            descriptionKey: LegacyNames.outputDestinationDescription),
        source(Code.outputDestination, \.outputs),
        // Other programs and the system.
        number(Code.otherAudioIsPlaying, { UInt32($0.device.isOtherAudioPlaying(than: $0.id) ? 1 : 0) }),
        number(
            Code.interruptionType,
            { _ in
                guard let shouldResume = LegacySession.shouldResume else {
                    throw LegacyFault(LegacyStatus.unspecified)
                }
                return UInt32(shouldResume ? Code.shouldResume : Code.shouldNotResume)
            }),
        LegacyProperty(id: UInt32(Code.serverDied), byteCount: 4, heard: .server),
    ]

    private static let objectByteCount = UInt32(MemoryLayout<UnsafeRawPointer>.size)

    // MARK: Kinds of rows

    private static func number<Number: BitwiseCopyable & Sendable>(
        _ id: Int, heard: Heard = .never, _ get: @escaping @Sendable (SessionClient) throws -> Number,
        set: (@Sendable (SessionClient, Number) throws -> Void)? = nil
    ) -> LegacyProperty {
        var property = LegacyProperty(id: UInt32(id), byteCount: UInt32(MemoryLayout<Number>.size), heard: heard)
        property.get = { client in LegacyValue.number(try get(client)) }
        if let set {
            property.set = { client, source in try set(client, source.loadUnaligned(as: Number.self)) }
        }
        return property
    }

    private static func setOnly(
        _ id: Int, _ set: @escaping @Sendable (SessionClient, UInt32) throws -> Void
    ) -> LegacyProperty {
        LegacyProperty(
            id: UInt32(id), byteCount: 4,
            set: { client, source in try set(client, source.loadUnaligned(as: UInt32.self)) })
    }

    /// Makes an override of the category: a value other than 0 sets an option, 0 and setting the category clear it.
    private static func option(
        _ id: Int, _ option: CategoryOptions, clearing cleared: CategoryOptions? = nil
    ) -> LegacyProperty {
        number(
            id, { UInt32($0.snapshot.effectiveOptions.contains(option) ? 1 : 0) },
            set: { client, isOn in
                let options = client.snapshot.configuration.options
                let wished = isOn != 0 ? options.union(option) : options.subtracting(cleared ?? option)
                try ofCategory {
                    try client.ask(.configure(category: nil, mode: nil, options: wished.rawValue, policy: nil))
                }
            })
    }

    private static func object(
        _ id: Int, _ get: @escaping @Sendable (SessionClient) -> NSObject
    ) -> LegacyProperty {
        LegacyProperty(id: UInt32(id), byteCount: objectByteCount, get: { .object(get($0)) })
    }

    /// Makes the property with the data sources of the first port in the route.
    private static func sources(
        _ id: Int, _ ports: @escaping @Sendable (Route) -> [SordinoPolicy.Port], idKey: String, descriptionKey: String
    ) -> LegacyProperty {
        LegacyProperty(
            id: UInt32(id), byteCount: objectByteCount, heard: .change,
            get: { client in
                let sources = ports(client.snapshot.route).first?.dataSources ?? []
                return .object(
                    NSArray(
                        array: sources.map {
                            NSDictionary(dictionary: [idKey: NSNumber(value: $0.id), descriptionKey: $0.name])
                        }))
            })
    }

    /// Makes the property with the selected data source of the first port in the route.
    private static func source(_ id: Int, _ ports: @escaping @Sendable (Route) -> [SordinoPolicy.Port])
        -> LegacyProperty
    {
        LegacyProperty(
            id: UInt32(id), byteCount: objectByteCount, heard: .change,
            get: { client in
                let snapshot = client.snapshot
                guard let port = ports(snapshot.route).first,
                    let selected = snapshot.selectedDataSources.first(where: { $0.portUID == port.uid })?.selected
                else { throw LegacyFault(LegacyStatus.noHardware) }
                return .object(NSNumber(value: selected))
            },
            set: { client, source in
                guard let number = source.object(as: NSNumber.self) else { throw LegacyFault(kAudio_ParamError) }
                guard let port = ports(client.snapshot.route).first else {
                    throw LegacyFault(LegacyStatus.noHardware)
                }
                try client.ask(.prefer(.dataSource(portUID: port.uid, id: number.intValue)))
            })
    }

    /// Runs `ask`, and turns a refusal for a bad parameter into `kAudioSessionIncompatibleCategory`.
    private static func ofCategory(_ ask: () throws -> Void) throws {
        do {
            try ask()
        } catch let refusal as SessionError where refusal.code == .badParam {
            throw LegacyFault(LegacyStatus.incompatibleCategory)
        }
    }
}

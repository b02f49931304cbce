import CPlugIns
import CoreAudioTypes
import Glibc
import SordinoGraph
import SordinoRealtime
import Synchronization

/// An error of a plug-in, with the reason in words.
package struct PlugInError: Error, CustomStringConvertible {
    package let description: String

    /// Makes an error, and prints it if `SORDINO_DEBUG` is set, since calls in C return only a number.
    init(description: String) {
        self.description = description
        PlugInDebug.print(description)
    }
}

/// The end of a plug-in's own process.
package final class PlugInEnd: Sendable {
    private let call = Mutex<(@Sendable (String) -> Void)?>(nil)

    /// Sets the function that receives the reason, on a thread of the plug-in.
    package func report(to call: @escaping @Sendable (String) -> Void) { self.call.withLock { $0 = call } }

    fileprivate func report(_ reason: String) { call.withLock { $0 }?(reason) }
}

/// A plug-in that runs in this process, or in one of its own.
///
/// - Thread: one at a time; the values, and `isBypassed`, on any thread.
package final class PlugInInstance: Sendable {
    /// The description that the instance was made of.
    package let plugIn: PlugInDescription
    private let lent: Lent<OpaquePointer>
    private var instance: OpaquePointer { lent.value }
    private let pull = Held(ClientPull())
    /// The end of the plug-in's own process, if it has one.
    package let end = PlugInEnd()
    private static let reasonBytes = 1024

    /// Makes an instance.
    ///
    /// - Parameter isApart: Whether it runs in a process of its own; its output then lags by the largest block.
    /// - Throws: `PlugInError`, such as for a feature that is required and not offered.
    package init(
        _ plugIn: PlugInDescription, sampleRate: Double, isApart: Bool = false
    ) throws(PlugInError) {
        self.plugIn = plugIn
        var reason = [CChar](repeating: 0, count: Self.reasonBytes)
        if let unknown = plugIn.ports.first(where: { $0.content == .other && !$0.marks.contains("o") }) {
            throw PlugInError(
                description: "\(plugIn.name) cannot run: its port \(unknown.name) is of a kind that Sordino lacks")
        }
        let (inputs, outputs) = (plugIn.busses(isInput: true), plugIn.busses(isInput: false))
        let ports = plugIn.ports.enumerated().map { index, port in
            cplugin_port(
                kind: port.kind, flags: port.flags, value: port.isInput ? port.start : 0,
                byte_count: port.byteCount, bus: Int32(inputs.numbers[index] ?? outputs.numbers[index] ?? 0))
        }
        let features = plugIn.requiredFeatures.joined(separator: " ")
        let made: OpaquePointer?
        switch (plugIn.kind, isApart) {
        case (.clap, false): made = cplugin_open_clap(plugIn.binary, plugIn.id, &reason, reason.count)
        case (.lv2, false):
            made = cplugin_open_lv2(
                plugIn.binary, plugIn.bundle, plugIn.id, features, ports, Int32(ports.count), sampleRate, &reason,
                reason.count)
        case (.clap, true): made = Self.openApart([plugIn.binary, plugIn.id], [], sampleRate, end, &reason)
        case (.lv2, true):
            made = Self.openApart(
                [plugIn.binary, plugIn.bundle, plugIn.id, features], ports, sampleRate, end, &reason)
        }
        guard let made else { throw PlugInError(description: "\(plugIn.name) cannot run: \(Self.text(reason))") }
        lent = Lent(made)
    }

    private static func openApart(
        _ texts: [String], _ ports: [cplugin_port], _ sampleRate: Double, _ end: PlugInEnd, _ reason: inout [CChar]
    ) -> OpaquePointer? {
        let copies = texts.map { strdup($0) }
        defer { for copy in copies { free(copy) } }
        // The instance keeps the object until the process and its watch have ended.
        let context = Unmanaged.passUnretained(end).toOpaque()
        return copies.map { UnsafePointer($0) }.withUnsafeBufferPointer { list in
            cplugin_open_remote(
                list.baseAddress, Int32(list.count), ports, Int32(ports.count), sampleRate, context,
                { context, why in
                    guard let context, let why else { return }
                    Unmanaged<PlugInEnd>.fromOpaque(context).takeUnretainedValue().report(String(cString: why))
                }, &reason, reason.count)
        }
    }

    deinit { cplugin_close(instance) }

    private static func text(_ bytes: [CChar]) -> String {
        String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    // MARK: Busses

    /// The channels and the name of each input or output bus.
    package func busses(isInput: Bool) -> [(channelCount: Int, name: String)] {
        let names = plugIn.kind == .lv2 ? plugIn.busses(isInput: isInput).names : []
        return (0..<cplugin_bus_count(instance, isInput)).compactMap { index in
            guard let bus = cplugin_bus_at(instance, isInput, index) else { return nil }
            if names.indices.contains(Int(index)) { return (Int(bus.pointee.channel_count), names[Int(index)]) }
            let name = withUnsafeBytes(of: bus.pointee.name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            return (Int(bus.pointee.channel_count), name)
        }
    }

    /// Returns whether the plug-in takes MIDI, or sends it.
    package func hasMIDI(isInput: Bool) -> Bool { cplugin_has_midi(instance, isInput) }

    // MARK: Values

    /// The parameters of a CLAP plug-in, in its order.
    package var parameters: [PlugInParameter] {
        (0..<cplugin_parameter_count(instance)).compactMap { index in
            var info = cplugin_parameter_info()
            guard cplugin_parameter_at(instance, index, &info) else { return nil }
            return PlugInParameter(index: Int(index), info)
        }
    }

    /// Returns the value of a port or parameter, by its index.
    package func value(_ index: Int) -> Float { cplugin_get(instance, Int32(clamping: index)) }

    /// Sets the value of a port or parameter, from the next block on.
    package func set(_ index: Int, to value: Float) { cplugin_set(instance, Int32(clamping: index), value) }

    /// Returns a value of a CLAP parameter as text; nil if the plug-in has none.
    package func text(_ index: Int, of value: Float) -> String? {
        var bytes = [CChar](repeating: 0, count: 256)
        let isText = cplugin_value_text(instance, Int32(clamping: index), Double(value), &bytes, bytes.count)
        return isText ? Self.text(bytes) : nil
    }

    /// Returns the value of a text; nil if the plug-in does not understand it.
    package func value(_ index: Int, of text: String) -> Float? {
        var value = 0.0
        return cplugin_text_value(instance, Int32(clamping: index), text, &value) ? Float(value) : nil
    }

    /// Indicates whether the input passes through unchanged.
    package var isBypassed: Bool {
        get { cplugin_is_bypassed(instance) }
        set { cplugin_set_bypassed(instance, newValue) }
    }

    /// Sets whether there is no deadline; work that a plug-in gives away is then done within the block.
    package func setOffline(_ isOffline: Bool) { cplugin_set_offline(instance, isOffline) }

    /// Frames by which the output lags.
    package var latencyFrames: Int { Int(cplugin_latency(instance)) }
    /// Frames of sound after the input's end.
    package var tailFrames: Int { Int(cplugin_tail(instance)) }
    /// Blocks that were silenced because the plug-in made NaN or infinity.
    package var mutedBlockCount: Int { Int(cplugin_muted_count(instance)) }

    // MARK: State

    /// The state that the plug-in keeps beyond its parameters; nil for none.
    package var state: [UInt8]? {
        var byteCount = 0
        guard let bytes = cplugin_save(instance, &byteCount) else { return nil }
        defer { free(bytes) }
        return Array(UnsafeBufferPointer(start: bytes, count: byteCount))
    }

    /// Sets a state that `state` has returned; false if it is malformed or the plug-in refuses it.
    @discardableResult
    package func restore(_ state: [UInt8]) -> Bool { cplugin_restore(instance, state, state.count) }

    // MARK: Rendering

    /// Makes the plug-in ready to render.
    ///
    /// - Throws: `PlugInError` if it does not run at the rate.
    package func prepare(sampleRate: Double, maximumFrameCount: Int) throws(PlugInError) {
        var reason = [CChar](repeating: 0, count: Self.reasonBytes)
        let frames = UInt32(clamping: maximumFrameCount)
        guard cplugin_prepare(instance, sampleRate, frames, &reason, reason.count) else {
            throw PlugInError(description: "\(plugIn.name) cannot run: \(Self.text(reason))")
        }
    }

    /// Ends rendering, until the plug-in is made ready again.
    package func retire() { cplugin_retire(instance) }
    /// Forgets tails and notes; called while nothing renders.
    package func reset() { cplugin_reset(instance) }

    /// Returns the block that renders an output bus.
    ///
    /// - Parameter send: Called while rendering for each message that the plug-in sends: time, cable, bytes.
    package func renderBlock(send: ((Int64, UInt8, Int, UnsafePointer<UInt8>) -> OSStatus)?) -> UnitRenderBlock {
        let plugIn = self
        let messages = send.map { send in
            Held(
                ClientExchange { place in
                    let message = place.assumingMemoryBound(to: PlugInMessage.self).pointee
                    return send(message.time, 0, message.byteCount, message.bytes)
                })
        }
        return { _, time, frameCount, bus, list, events, pull in
            let status = ClientPull.lend(pull, to: plugIn.pull.pointer) {
                renderPlugIn(plugIn.lent.value, time, frameCount, bus, list, events, plugIn.pull.pointer)
            }
            if bus == 0, let messages { sendPlugInMessages(plugIn.lent.value, time, messages.client) }
            return status
        }
    }
}

/// A message on its way from a plug-in to the program.
struct PlugInMessage {
    let time: Int64
    let byteCount: Int
    let bytes: UnsafePointer<UInt8>
}

/// A parameter of a CLAP plug-in.
package struct PlugInParameter: Sendable {
    /// Abilities of a parameter.
    package struct Flags: OptionSet, Sendable {
        package let rawValue: UInt32

        /// Makes a set of the bits that a plug-in gives.
        package init(rawValue: UInt32) { self.rawValue = rawValue }
        /// The value is an integer.
        package static let stepped = Flags(rawValue: 1 << 0)
        /// The parameter is not for display.
        package static let hidden = Flags(rawValue: 1 << 2)
        /// Only the plug-in sets it.
        package static let readOnly = Flags(rawValue: 1 << 3)
        /// It bypasses the plug-in.
        package static let bypass = Flags(rawValue: 1 << 4)
        /// It may change while the plug-in renders.
        package static let automatable = Flags(rawValue: 1 << 5)
        /// Its values are names.
        package static let enumeration = Flags(rawValue: 1 << 16)
    }

    /// The place among the parameters of the plug-in.
    package let index: Int
    /// The number that the plug-in knows it by.
    package let id: UInt32
    /// The abilities of the parameter.
    package let flags: Flags
    /// The range, and the first value.
    package let minimum, maximum, initial: Float
    /// The name for display.
    package let name: String
    /// The names of the groups that it is in, the outermost first.
    package let groups: [String]

    init(index: Int, _ info: cplugin_parameter_info) {
        func text<Bytes>(_ bytes: Bytes) -> String {
            withUnsafeBytes(of: bytes) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        }
        self.index = index
        id = info.id
        flags = Flags(rawValue: info.flags)
        let bounds = [info.minimum, info.maximum].map { $0.isFinite ? Float($0) : 0 }
        (minimum, maximum) = (min(bounds[0], bounds[1]), max(bounds[0], bounds[1]))
        initial = min(max(info.initial.isFinite ? Float(info.initial) : 0, minimum), maximum)
        name = text(info.name)
        groups = text(info.module).split(separator: "/").prefix(8).map(String.init)
    }
}

extension PlugInPort {
    /// The range and the first value, in which a port that counts in multiples of the rate has 44.1 kHz.
    package var scale: Float { marks.contains("r") ? 44_100 : 1 }
    var start: Float { initial * scale }

    fileprivate var kind: Int32 {
        let kinds: (Int, Int) =
            switch content {
            case .control: (CPLUGIN_CONTROL_IN, CPLUGIN_CONTROL_OUT)
            case .audio: (CPLUGIN_AUDIO_IN, CPLUGIN_AUDIO_OUT)
            case .voltage: (CPLUGIN_CV_IN, CPLUGIN_CV_OUT)
            case .messages: (CPLUGIN_EVENTS_IN, CPLUGIN_EVENTS_OUT)
            case .other: (-1, -1)
            }
        return Int32(isInput ? kinds.0 : kinds.1)
    }

    fileprivate var flags: UInt32 {
        let meanings: [(Character, Int)] = [
            ("M", CPLUGIN_IS_MIDI), ("L", CPLUGIN_IS_LATENCY), ("E", CPLUGIN_IS_ENABLED), ("F", CPLUGIN_IS_FREEWHEEL),
        ]
        return meanings.reduce(0) { marks.contains($1.0) ? $0 | UInt32($1.1) : $0 }
    }
}

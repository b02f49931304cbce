import CoreAudioTypes
import Foundation
import SordinoPlugIns

extension PlugInInstance {
    /// Makes a tree of the plug-in's parameters, in its groups; nil without any.
    func makeParameterTree() -> AUParameterTree? {
        let made = plugIn.kind == .lv2 ? portParameters : clapParameters
        guard !made.isEmpty else { return nil }
        let tree = AUParameterTree.createTree(withChildren: Self.nodes(made[...], depth: 0))
        let indices = Dictionary(made.map { ($0.parameter.address, $0.index) }, uniquingKeysWith: { first, _ in first })
        tree.implementorValueObserver = { [unowned self] parameter, value in
            guard let index = indices[parameter.address] else { return }
            set(index, to: min(max(value, parameter.minValue), parameter.maxValue))
        }
        tree.implementorValueProvider = { [unowned self] parameter in
            indices[parameter.address].map { self.value($0) } ?? parameter.minValue
        }
        showTexts(tree, indices)
        return tree
    }

    private struct Made {
        var index: Int
        var groups: [String]
        var parameter: AUParameter
    }

    /// Makes groups of what stands together, in the order of the parameters.
    private static func nodes(_ made: ArraySlice<Made>, depth: Int) -> [AUParameterNode] {
        var nodes: [AUParameterNode] = []
        var places: [String: Int] = [:]
        var members: [[Made]] = []
        var order: [(name: String?, place: Int)] = []
        for entry in made {
            guard entry.groups.count > depth else {
                order.append((nil, members.count))
                members.append([entry])
                continue
            }
            let name = entry.groups[depth]
            if let place = places[name] {
                members[place].append(entry)
            } else {
                places[name] = members.count
                order.append((name, members.count))
                members.append([entry])
            }
        }
        for (name, place) in order {
            guard let name else {
                nodes += members[place].map(\.parameter)
                continue
            }
            nodes.append(
                AUParameterTree.createGroup(
                    withIdentifier: "group\(place)", name: name,
                    children: Self.nodes(members[place][...], depth: depth + 1)))
        }
        return nodes
    }

    // MARK: LV2

    private var portParameters: [Made] {
        plugIn.ports.enumerated().filter { $1.isParameter || $1.isMeter }.map { index, port in
            let (unit, unitName) = port.parameterUnit
            let parameter = AUParameter(
                identifier: port.symbol, name: port.name, address: AUParameterAddress(index),
                min: port.minimum * port.scale, max: port.maximum * port.scale, unit: unit, unitName: unitName,
                flags: port.parameterFlags, valueStrings: port.valueNames, dependentParameters: nil,
                value: port.initial * port.scale)
            let group = port.groupName.isEmpty ? [] : [port.groupName]
            return Made(index: index, groups: group, parameter: parameter)
        }
    }

    // MARK: CLAP

    private var clapParameters: [Made] {
        parameters.filter { $0.flags.isDisjoint(with: [.hidden, .bypass]) }.map { found in
            let steps = found.maximum - found.minimum
            let isStepped = found.flags.contains(.stepped)
            var names: [String]?
            if isStepped, steps >= 1, steps <= 128 {
                let texts = (0...Int(steps)).map { text(found.index, of: found.minimum + Float($0)) }
                if texts.allSatisfy({ $0 != nil }) { names = texts.compactMap { $0 } }
            }
            var flags: AudioUnitParameterOptions = [.flag_IsReadable]
            if found.flags.contains(.readOnly) {
                flags.insert(.flag_MeterReadOnly)
            } else {
                flags.insert(.flag_IsWritable)
                if !isStepped { flags.formUnion([.flag_CanRamp, .flag_IsHighResolution]) }
                if !found.flags.contains(.automatable) { flags.insert(.flag_NonRealTime) }
            }
            let parameter = AUParameter(
                identifier: "parameter\(found.id)", name: found.name, address: AUParameterAddress(found.id),
                min: found.minimum, max: found.maximum,
                unit: isStepped ? (steps == 1 ? .boolean : .indexed) : .generic, unitName: nil, flags: flags,
                valueStrings: names, dependentParameters: nil, value: found.initial)
            return Made(index: found.index, groups: found.groups, parameter: parameter)
        }
    }

    // MARK: Texts

    private func showTexts(_ tree: AUParameterTree, _ indices: [AUParameterAddress: Int]) {
        if plugIn.kind == .clap {
            tree.implementorStringFromValueCallback = { [unowned self] parameter, value in
                let number = value?.pointee ?? parameter.value
                return indices[parameter.address].flatMap { self.text($0, of: number) }
                    ?? parameter.defaultString(of: number)
            }
            tree.implementorValueFromStringCallback = { [unowned self] parameter, string in
                indices[parameter.address].flatMap { self.value($0, of: string) } ?? parameter.defaultValue(of: string)
            }
        } else {
            let ports = plugIn.ports
            tree.implementorStringFromValueCallback = { parameter, value in
                let number = value?.pointee ?? parameter.value
                let points = ports[Int(parameter.address)].points
                return points.first { $0.value == number }?.name ?? parameter.defaultString(of: number)
            }
            tree.implementorValueFromStringCallback = { parameter, string in
                let points = ports[Int(parameter.address)].points
                return points.first { $0.name == string }?.value ?? parameter.defaultValue(of: string)
            }
        }
    }
}

extension PlugInPort {
    fileprivate var isStepped: Bool { !marks.isDisjoint(with: ["i", "e", "t"]) }

    /// The names of all values from the smallest on; nil if some have none.
    fileprivate var valueNames: [String]? {
        let steps = maximum - minimum
        guard isStepped, !points.isEmpty, steps >= 0, steps < 1024 else { return nil }
        let names = (0...Int(steps)).map { step in points.first { $0.value == minimum + Float(step) }?.name }
        return names.allSatisfy { $0 != nil } ? names.compactMap { $0 } : nil
    }

    fileprivate var parameterFlags: AudioUnitParameterOptions {
        var flags: AudioUnitParameterOptions = [.flag_IsReadable]
        if isMeter { return flags.union(.flag_MeterReadOnly) }
        flags.insert(.flag_IsWritable)
        if !isStepped { flags.formUnion([.flag_CanRamp, .flag_IsHighResolution]) }
        if marks.contains("l") { flags.insert(.flag_DisplayLogarithmic) }
        if marks.contains("h") { flags.insert(.flag_ExpertMode) }
        if marks.contains("x") { flags.insert(.flag_NonRealTime) }
        return flags
    }

    fileprivate var parameterUnit: (AudioUnitParameterUnit, String?) {
        if marks.contains("t") { return (.boolean, nil) }
        if isStepped, !points.isEmpty || unit.isEmpty { return (.indexed, nil) }
        if let known = Self.units[unit] { return (known, nil) }
        if unit.isEmpty { return (.generic, nil) }
        return (.customUnit, unit.hasPrefix("=") ? String(unit.dropFirst()) : unit)
    }

    private static let units: [String: AudioUnitParameterUnit] = [
        "db": .decibels, "hz": .hertz, "s": .seconds, "ms": .milliseconds, "bpm": .BPM, "pc": .percent,
        "semitone12TET": .relativeSemiTones, "cent": .cents, "degree": .degrees, "coef": .linearGain,
        "oct": .octaves, "beat": .beats, "m": .meters, "midiNote": .midiNoteNumber,
    ]
}

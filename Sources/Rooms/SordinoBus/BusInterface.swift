import SordinoPolicy
import SordinoSession

/// The names and signatures of the interfaces, in one table that service, client and introspection share.
package enum BusInterface {
    package static let busName = "org.sordino.AudioSession1"
    package static let path = "/org/sordino/AudioSession1"
    /// The name and object of the device control, which a sandbox opens apart from the programs' own.
    package static let controlName = "org.sordino.AudioDeviceControl1"
    package static let controlPath = "/org/sordino/AudioDeviceControl1"
    package static let session = "org.sordino.AudioSession1"
    package static let control = "org.sordino.AudioDeviceControl1"
    /// The name, and the interface, of the program that asks the person; a shell owns it.
    package static let agentName = "org.sordino.PermissionAgent1"
    package static let agentPath = "/org/sordino/PermissionAgent1"
    /// The version that `Register` compares; raised when older programs would not understand the service.
    package static let version: UInt32 = 1

    /// Every request is answered with: the refusal (empty: granted), changes of the device, changes of the session.
    package static let answerSignature = "a{sv}a{sv}a{sv}"
    package static let registerSignature = "ua{sv}"
    package static let registerAnswerSignature = "uxa{sv}a{sv}"

    /// The D-Bus names of the errors with which the service refuses calls.
    package enum Refusal {
        package static let arguments = "org.freedesktop.DBus.Error.InvalidArgs"
        package static let unknownMethod = "org.freedesktop.DBus.Error.UnknownMethod"
        package static let failed = "org.freedesktop.DBus.Error.Failed"
        package static let access = "org.freedesktop.DBus.Error.AccessDenied"
        package static let limit = "org.freedesktop.DBus.Error.LimitsExceeded"
        /// The program asked too often; the same may be granted later.
        package static let busy = "org.sordino.Error.Busy"
        package static let notRegistered = "org.sordino.Error.NotRegistered"
        package static let version = "org.sordino.Error.Version"
        package static let configuration = "org.sordino.Error.Configuration"
        /// The change is in effect, but could not be stored: it is lost when the service ends.
        package static let notKept = "org.sordino.Error.NotKept"
        package static let simulation = "org.sordino.Error.SimulationNotAllowed"
    }

    /// The methods with which programs ask the service.
    package static let requests = BusRequest.allCases.map(\.row)

    /// Methods that change the device and its programs: settings, and happenings that only a simulation makes up.
    package static let happenings: [BusMethodRow] = Event.wireCases.compactMap { row in
        row.control.map { method in
            BusMethodRow(
                method.member, row.name,
                zip(row.fields, method.types).map { (name: $0, type: $1) },
                isSimulation: method.isSimulation, right: method.right)
        }
    }

    /// The rest of the control interface, with the names of arguments and answers.
    static let controls:
        [(member: String, takes: [(name: String, type: String)], gives: [(name: String, type: String)])] =
            [
                ("MoveProcess", [("process", "u"), ("lifecycle", "s")], []),
                ("Plug", [("accessory", "s")], []), ("Unplug", [("accessory", "s")], []),
                ("Status", [], [("status", "a{sv}")]), ("Watch", [("begins", "b")], []),
                ("Reload", [], []), ("Permissions", [], [("permissions", "a{sv}")]),
                ("SetPermission", [("program", "s"), ("answer", "s")], []),
                ("SetInterDevice", [("isOn", "b")], [("services", "as")]),
            ]

    /// Signals of the session interface, to one program each.
    static let signals: [(member: String, gives: [(name: String, type: String)])] = [
        ("SessionChanged", [("changes", "a{sv}")]), ("DeviceChanged", [("changes", "a{sv}")]),
        ("Notified", [("notification", "a{sv}")]), ("IOStopped", [("io", "x"), ("cause", "a{sv}")]),
        ("IOInterrupted", [("io", "x"), ("began", "b"), ("shouldResume", "b")]),
        // The service has ended the session: the program did not read. It may register anew.
        ("Ended", []),
    ]
}

/// One method whose arguments are the fields of a record.
package struct BusMethodRow: Sendable {
    package let member: String
    /// The case that it names.
    package let name: String
    /// Names and D-Bus types; the fields of an argument without a name are the record's own.
    let arguments: [(name: String, type: String)]
    /// Indicates whether it is refused unless the service was told to take part in simulations.
    package let isSimulation: Bool
    /// The right that a caller of the device control needs.
    package let right: ControlRight

    init(
        _ member: String, _ name: String, _ arguments: [(name: String, type: String)], isSimulation: Bool = false,
        right: ControlRight = .settings
    ) {
        self.member = member
        self.name = name
        self.arguments = arguments
        self.isSimulation = isSimulation
        self.right = right
    }

    package var signature: String { arguments.map(\.type).joined() }

    /// The record that these arguments are, with the case's name in `key`.
    package func record(_ values: [WireValue], key: String) throws(WireError) -> WireRecord {
        var record = WireRecord()
        record.add(key, name)
        for (argument, value) in zip(arguments, values) {
            if argument.name.isEmpty {
                record.add(try WireRecord(wire: value))
            } else {
                record.add(argument.name, value)
            }
        }
        return record
    }

    /// The arguments of a record with the case's name in `key`.
    package func arguments(of record: WireRecord, key: String) -> [WireValue] {
        var rest = WireRecord()
        for field in record.fields where field.name != key && !arguments.contains(where: { $0.name == field.name }) {
            rest.add(field.name, field.value)
        }
        return arguments.map { argument in
            argument.name.isEmpty ? .record(rest) : record[argument.name] ?? .record(rest)
        }
    }
}

extension BusInterface {
    private static func arguments(_ list: [(name: String, type: String)], _ direction: String?) -> String {
        list.map { argument in
            let name = argument.name.isEmpty ? "values" : argument.name
            let way = direction.map { " direction=\"\($0)\"" } ?? ""
            return "      <arg name=\"\(name)\" type=\"\(argument.type)\"\(way)/>\n"
        }.joined()
    }

    private static func method(
        _ member: String, _ takes: [(name: String, type: String)], _ gives: [(name: String, type: String)]
    ) -> String {
        "    <method name=\"\(member)\">\n" + arguments(takes, "in") + arguments(gives, "out") + "    </method>\n"
    }

    /// The introspection document of the object for programs.
    package static let introspection: String = {
        let answer = [("refusal", "a{sv}"), ("device", "a{sv}"), ("session", "a{sv}")].map { (name: $0.0, type: $0.1) }
        let register = method(
            "Register", [("version", "u"), ("declaration", "a{sv}")],
            [("version", "u"), ("app", "x"), ("device", "a{sv}"), ("session", "a{sv}")])
        let signalElements = Self.signals.map {
            "    <signal name=\"\($0.member)\">\n" + arguments($0.gives, nil) + "    </signal>\n"
        }
        return document(
            session,
            register + method("Unregister", [], [])
                + BusReport.allCases.map { method($0.rawValue, $0.arguments, []) }.joined()
                + requests.map { method($0.member, $0.arguments, answer) }.joined()
                + signalElements.joined() + "    <property name=\"Version\" type=\"u\" access=\"read\"/>\n")
    }()

    /// The introspection document of the device control.
    package static let controlIntrospection: String = {
        document(
            control,
            happenings.map { method($0.member, $0.arguments, []) }.joined()
                + controls.map { method($0.member, $0.takes, $0.gives) }.joined()
                + "    <signal name=\"Decided\">\n" + arguments([("decision", "s")], nil) + "    </signal>\n"
                + "    <property name=\"AllowsSimulation\" type=\"b\" access=\"read\"/>\n")
    }()

    private static func document(_ interface: String, _ members: String) -> String {
        """
        <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN" \
        "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
        <node>
          <interface name="org.freedesktop.DBus.Properties">
        \(method("Get", [("interface", "s"), ("property", "s")], [("value", "v")]))\
        \(method("GetAll", [("interface", "s")], [("properties", "a{sv}")]))\
          </interface>
          <interface name="\(interface)">
        \(members)  </interface>
        </node>

        """
    }
}

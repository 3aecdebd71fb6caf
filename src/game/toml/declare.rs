//! `table!`: a table of a data file, declared once.

/// Declares a table of a data file: the struct, its reader and its documentation.
///
/// ```text
/// table! {
///     /// The marks of a cutting machine, key by key.
///     pub(crate) struct CutterKeys: "A custom `cutter`", "`cutter = { kind = … }`. …" {
///         kind: Name<CutterKind> [required] "Whose marks.";
///         inset: LengthUpTo<100> [default INSET] "From the edges of the paper to the marks.";
///         pen: Text [optional "none"] "…";
///         ..print: PrintKeys;
///     }
/// }
/// ```
///
/// The type of a key is a [`Kind`](super::Kind). `required` gives a field `Spanned<Value>`; the
/// others give `Option<Spanned<Value>>`. `optional` says in words what holds where the key is left
/// out; `default` gives the value, and a method of the key's name that falls back to it. `..field:
/// Table` takes in all keys of another table.
///
/// With `layered struct` the table may be stated in several places (`Layered`); `nested` is then
/// an optional key whose value is itself such a table. Laying one over the other reads every field,
/// which hides a key that nobody else reads from the compiler; so the other keys have a method of
/// their name, too, which must be used.
macro_rules! table {
    (
        $(#[$meta:meta])*
        $vis:vis layered struct $name:ident : $title:expr, $about:expr; {
            $( $key:ident : $kind:ty [$($presence:tt)*] $doc:expr; )*
        }
    ) => {
        $crate::game::toml::table! {
            $(#[$meta])*
            $vis struct $name: $title, $about; {
                $( $key: $kind [$($presence)*] $doc; )*
            }
        }

        impl $name {
            $( $crate::game::toml::presence! {
                @stated $key, $kind, [$($presence)*] } )*
        }

        impl Default for $name {
            /// A table that says nothing.
            fn default() -> Self {
                Self { $( $key: None, )* }
            }
        }

        impl $crate::game::toml::Layered for $name {
            fn over(self, below: &Self) -> Self {
                Self { $( $key: $crate::game::toml::presence!(
                    @over self.$key, &below.$key, [$($presence)*]), )* }
            }
        }
    };
    (
        $(#[$meta:meta])*
        $vis:vis struct $name:ident : $title:expr, $about:expr; {
            $( $key:ident : $kind:ty [$($presence:tt)*] $doc:expr; )*
            $( ..$flat:ident : $table:ty; )*
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug)]
        $vis struct $name {
            $(
                #[doc = $doc]
                pub(crate) $key: $crate::game::toml::presence!(@type $kind, [$($presence)*]),
            )*
            $(
                #[doc = concat!("The keys of [`", stringify!($table), "`].")]
                pub(crate) $flat: $table,
            )*
        }

        impl $crate::game::toml::Table for $name {
            fn doc() -> $crate::game::toml::TableDoc {
                let keys = vec![
                    $( $crate::game::toml::presence!(
                        @doc $kind, $crate::game::toml::key_name(stringify!($key)),
                        [$($presence)*], $doc), )*
                ];
                let includes = vec![$( <$table as $crate::game::toml::Table>::doc(), )*];
                $crate::game::toml::TableDoc::new($title, $about, keys, includes)
            }

            fn keys() -> Vec<&'static str> {
                #[allow(unused_mut, reason = "not every table takes in another")]
                let mut keys = vec![$( $crate::game::toml::key_name(stringify!($key)), )*];
                $( keys.extend(<$table as $crate::game::toml::Table>::keys()); )*
                keys
            }

            fn read_keys(
                fields: &$crate::game::toml::Fields<'_, '_>,
                sink: &mut $crate::diag::Sink,
            ) -> Option<Self> {
                $(
                    let $key = $crate::game::toml::presence!(
                        @read fields, $kind, $crate::game::toml::key_name(stringify!($key)),
                        [$($presence)*], sink);
                )*
                $( let $flat = <$table as $crate::game::toml::Table>::read_keys(fields, sink); )*
                Some(Self {
                    $( $key: $crate::game::toml::presence!(@take $key, [$($presence)*]), )*
                    $( $flat: $flat?, )*
                })
            }
        }

        impl $name {
            $( $crate::game::toml::presence! {
                @accessor $key, $kind, [$($presence)*] } )*
        }
    };
}

/// What [`table!`] makes of the words in brackets.
macro_rules! presence {
    (@type $kind:ty, [required]) => {
        $crate::diag::Spanned<<$kind as $crate::game::toml::Kind>::Value>
    };
    (@type $kind:ty, [$($other:tt)*]) => {
        Option<$crate::diag::Spanned<<$kind as $crate::game::toml::Kind>::Value>>
    };

    (@doc $kind:ty, $key:expr, [required], $doc:expr) => {
        $crate::game::toml::key_doc::<$kind>($key, $crate::game::toml::Absent::Required, $doc)
    };
    (@doc $kind:ty, $key:expr, [default $value:expr], $doc:expr) => {
        $crate::game::toml::key_doc::<$kind>(
            $key,
            $crate::game::toml::Absent::Value(<$kind as $crate::game::toml::Shown>::show(&$value)),
            $doc,
        )
    };
    (@doc $kind:ty, $key:expr, [$presence:ident $absent:expr], $doc:expr) => {
        $crate::game::toml::key_doc::<$kind>(
            $key,
            $crate::game::toml::Absent::Words($absent.to_string()),
            $doc,
        )
    };

    (@read $fields:ident, $kind:ty, $key:expr, [required], $sink:ident) => {
        $fields.required::<$kind>($key, $sink)
    };
    (@read $fields:ident, $kind:ty, $key:expr, [$($other:tt)*], $sink:ident) => {
        $fields.optional::<$kind>($key, $sink)
    };

    (@take $key:ident, [required]) => { $key? };
    (@take $key:ident, [$($other:tt)*]) => { $key };

    (@over $own:expr, $below:expr, [nested $absent:expr]) => {
        match ($own, $below) {
            (Some(own), Some(below)) => {
                Some(own.map(|own| $crate::game::toml::Layered::over(own, &below.value)))
            }
            (own, below) => own.or_else(|| below.clone()),
        }
    };
    (@over $own:expr, $below:expr, [$($other:tt)*]) => { $own.or_else(|| $below.clone()) };

    (@stated $key:ident, $kind:ty, [default $value:expr]) => {};
    (@stated $key:ident, $kind:ty, [$($other:tt)*]) => {
        /// What is stated of this key, if anything.
        pub(crate) const fn $key(
            &self,
        ) -> Option<&$crate::diag::Spanned<<$kind as $crate::game::toml::Kind>::Value>> {
            self.$key.as_ref()
        }
    };

    (@accessor $key:ident, $kind:ty, [default $value:expr]) => {
        /// The value of this key, or its default.
        pub(crate) fn $key(&self) -> <$kind as $crate::game::toml::Kind>::Value {
            self.$key.as_ref().map_or_else(|| $value, |stated| stated.value.clone())
        }
    };
    (@accessor $key:ident, $kind:ty, [$($other:tt)*]) => {};
}

pub(crate) use {presence, table};
